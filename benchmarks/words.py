"""What the articles of a made-up site are put together from: words and sentences in English and German.

Nouns are plural, and adjectives have the ending that German has behind "die", so that any of them fit any sentence.
What the checks look for is kept out of them: number words, bounds before figures, digits.
"""

from __future__ import annotations

from typing import NamedTuple


class Pair(NamedTuple):
    """A text in both languages."""

    english: str
    german: str

    def filled(self, **words: Pair) -> Pair:
        """The text with words put in: ``<n>`` becomes those of ``n``."""
        english, german = self
        for name, (one, other) in words.items():
            english, german = english.replace(f"<{name}>", one), german.replace(f"<{name}>", other)
        return Pair(english, german)


NOTHING = Pair("", "")


def _pairs(table: str) -> tuple[Pair, ...]:
    return tuple(Pair(*map(str.strip, line.split("|"))) for line in table.strip().split("\n"))


def _sentences(table: str) -> tuple[Pair, ...]:
    """Each followed by its translation."""
    lines = [line.strip() for line in table.strip().split("\n")]
    return tuple(map(Pair, lines[::2], lines[1::2]))


NOUNS = _pairs("""
cards | Karten
layers | Schichten
experts | Experten
adapters | Adapter
gradients | Gradienten
activations | Aktivierungen
buffers | Puffer
weights | Gewichte
checkpoints | Checkpoints
servers | Server
bridges | Brücken
sequences | Sequenzen
batches | Stapel
frameworks | Frameworks
recipes | Rezepte
measurements | Messungen
transfers | Übertragungen
matrices | Matrizen
tensors | Tensoren
processors | Prozessoren
cables | Kabel
queues | Warteschlangen
requests | Anfragen
copies | Kopien
""")

ADJECTIVES = _pairs("""
large | großen
remaining | übrigen
shared | gemeinsamen
frozen | eingefrorenen
local | örtlichen
measured | gemessenen
quantised | quantisierten
published | veröffentlichten
temporary | vorübergehenden
slow | langsamen
fast | schnellen
small | kleinen
busy | ausgelasteten
spare | freien
outer | äußeren
inner | inneren
""")

PLAIN = _sentences("""
The <a> <n> of a run are set aside before the <b> <m> arrive.
  Die <a> <n> eines Laufs werden zurückgelegt, bevor die <b> <m> eintreffen.
Whoever plans the <a> <n> should look at the <b> <m> as well, since both grow together.
  Wer die <a> <n> plant, sollte auch auf die <b> <m> sehen, denn beide wachsen gemeinsam.
In practice the <a> <n> wait for the <b> <m>, and the rest of the machine stands idle.
  In der Praxis warten die <a> <n> auf die <b> <m>, und der Rest der Maschine steht still.
What holds for the <a> <n> does not hold for the <b> <m> of another server.
  Was für die <a> <n> gilt, gilt nicht für die <b> <m> eines anderen Servers.
Manuals call these "the <a> <n>", and keep the <b> <m> apart from them.
  Handbücher nennen das "die <a> <n>" und trennen die <b> <m> davon.
The <a> <n> are **not** moved while the <b> <m> are being read.
  Die <a> <n> werden **nicht** bewegt, solange die <b> <m> gelesen werden.
With `torch.compile` the <a> <n> are fused, and the <b> <m> stay as they were.
  Mit `torch.compile` werden die <a> <n> verschmolzen, und die <b> <m> bleiben, wie sie waren.
On the <name>, the <a> <n> and the <b> <m> share a path.
  Auf der <name> teilen sich die <a> <n> und die <b> <m> einen Weg.
""")

ONE_FIGURE = _sentences("""
For the <a> <n> of this configuration that makes <f>.
  Für die <a> <n> dieser Ausstattung ergibt das <f>.
The <a> <n> take <f>, which the <b> <m> have to spare.
  Die <a> <n> belegen <f>, was die <b> <m> übrig haben.
Measured without the <a> <n>, the result is <f> on an idle machine.
  Gemessen ohne die <a> <n>, lautet das Ergebnis <f> bei ruhender Maschine.
Without the <a> <n> the account closes at <f>, and the <b> <m> change nothing about it.
  Ohne die <a> <n> schließt die Rechnung bei <f>, und die <b> <m> ändern daran nichts.
On the <name> we count <f> for the <a> <n>.
  Auf der <name> zählen wir <f> für die <a> <n>.
""")

TWO_FIGURES = _sentences("""
The <a> <n> show <f> at first and <g> once the <b> <m> are loaded.
  Die <a> <n> zeigen zuerst <f> und dann <g>, sobald die <b> <m> geladen sind.
Where the maker states <f>, the <a> <n> leave <g> for the <b> <m>.
  Wo der Hersteller <f> angibt, lassen die <a> <n> <g> für die <b> <m>.
Beside <f> the <a> <n> come to <g>, and the <b> <m> to nothing.
  Neben <f> kommen die <a> <n> auf <g> und die <b> <m> auf nichts.
""")

LINK = Pair(
    "More on this is told [where the <a> <n> are counted](<to>).",
    "Mehr dazu steht dort, [wo die <a> <n> gezählt werden](<to>).",
)

REVISION = Pair(
    "This is revision alpha.", "Das ist die Fassung alpha."
)  # what is changed where an article is to change

HEADINGS = _pairs("""
What the weights take | Was die Gewichte belegen
How the cards share the work | Wie sich die Karten die Arbeit teilen
Where the time goes | Wo die Zeit bleibt
What crosses the bridge | Was die Brücke überquert
Room for longer sequences | Platz für längere Sequenzen
Power and cooling | Strom und Kühlung
The account in full | Die ganze Rechnung
What was left out | Was weggelassen wurde
Measured against the count | Gemessen gegen gezählt
What to order | Was zu bestellen ist
When the run stops early | Wenn der Lauf vorzeitig endet
From the recipe to the server | Vom Rezept zum Server
""")

TOPICS = _pairs("""
training | Training
serving | Betrieb
evaluation | Auswertung
conversion | Umwandlung
""")

TITLE = Pair("Sizing the <name> for <topic>", "Die <name> bemessen: <topic>")
DESCRIPTION = Pair(
    "What the <name> holds and moves in <topic>, counted from the <a> <n> to the <b> <m>.",
    "Was die <name> fasst und bewegt (<topic>), gezählt über die <a> <n> bis an die <b> <m>.",
)
CASE_TITLE = Pair("BF16 LoRA on four <name>", "BF16-LoRA auf vier <name>")

QUANTITIES = _pairs("""
Weights | Gewichte
Left on each card | Rest je Karte
Traffic for both passes | Verkehr beider Durchläufe
Time of the transfer | Dauer der Übertragung
Power at the wall | Leistung am Anschluss
""")
CORNER = Pair("Quantity", "Größe")

SYLLABLES = (
    "kor", "vex", "tal", "mir", "bren", "dax", "sol", "ven", "quil", "lor", "fen", "tas", "hal", "zen", "mor", "lix",
)  # fmt: skip
