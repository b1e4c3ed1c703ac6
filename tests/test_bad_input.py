"""Mistakes of editors and translators: each is refused with its place and a way out, and the site stays as it was."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import PARTS, ROOT, Site

from zahlwerk.project import load_project

FACTS = "facts/facts.yaml"
ARTICLE = "content/gpt-oss-120b-fine-tuning.md"
GERMAN = "locales/de/LC_MESSAGES/gpt-oss-120b-fine-tuning.po"
GERMAN_SITE = "locales/de/LC_MESSAGES/site.po"
ENGLISH_SITE = "locales/en/LC_MESSAGES/site.po"
SETTINGS = "pyproject.toml"

MEMORY = "    memory: 141 GB\n"
NAME = "    name: H200 NVL\n"
H200_SOURCE = "  h200_nvl:\n    name: H200 NVL\n    source: h200_page\n"
EIGHT_CARDS = "title: BF16 LoRA on eight RTX PRO 6000 Server Edition, cards: 8}"
TWO_CARDS = "    estimates: planning\n    cards: 2\n"
CARD_POWER = "    card_power: {value: 450 W, why: a power cap that we chose}\n"
SENTENCE = "We found no published step time for this run. The transfer times above are floors"
STATED = "Unsloth states {unsloth_lora.memory} of VRAM"
GUIDE = "[peer-to-peer guide](rtx-pro-6000-p2p)"
QUESTIONS = 'msgid "Questions"\nmsgstr "Fragen und Antworten"\n'
GERMAN_WEIGHTS = "belegen die BF16-Gewichte {lora_4x_h200.weight_bytes} oder {lora_4x_h200.weight_bytes[GiB]:.1}."
GERMAN_STATED = "gibt Unsloth {unsloth_lora.memory} VRAM an"
GERMAN_GUIDE = "[Vergleich von GPUs für das Fine-Tuning](best-gpu-for-fine-tuning-2026)"
GERMAN_CODE = "mit `convert_oai_mxfp4_weight_only.py` konvertieren"
HEADER = '#\nmsgid ""\nmsgstr ""\n"Project-Id-Version'
CONTENTS = 'msgid "Contents"\nmsgstr "Inhalt"\n'


@dataclass(frozen=True)
class Bad:
    """One mistake in one file, and what must be said about it."""

    name: str
    file: str
    old: str  # what is replaced; empty when the file is new
    new: str
    says: tuple[str, ...]  # parts of the message and of its hint
    at: str | None = ""  # text in the line that is named, unless it is the first of ``new``; None: the file is meant
    named: str = ""  # the file that is named, when it is another one
    encoding: str = "utf-8"

    def apply(self, site: Site) -> None:
        text = site.read(self.file) if self.old else ""
        assert text.count(self.old) == 1 or not self.old, f"{self.file} must hold once: {self.old}"
        site.write(self.file, text.replace(self.old, self.new) if self.old else self.new)
        if self.encoding != "utf-8":
            changed = site.read(self.file).encode(self.encoding, "replace")
            (site.folder / self.file).write_bytes(changed)

    def reported_by(self, site: Site, errors: str) -> bool:
        """Whether one line of the errors names the place and says all that is due."""
        return any(
            line.startswith(place) and all(part in line for part in self.says)
            for line in errors.splitlines()
            for place in self._places(site)
        )

    def _places(self, site: Site) -> list[str]:
        file = self.named or self.file
        if self.at is None:
            return [f"{file}: "]
        text = (site.folder / file).read_text(self.encoding)
        first = text.index(self.at or self.new.strip())
        return [f"{file}:{number}: " for number in _lines(text, first, whole_entry=file.endswith(".po"))]


def _lines(text: str, position: int, *, whole_entry: bool) -> list[int]:
    """The line of a position; of a PO file, all lines of the entry it lies in."""
    own = text.count("\n", 0, position) + 1
    if not whole_entry:
        return [own]
    start, end = text.rfind("\n\n", 0, position), text.find("\n\n", position)
    first = text.count("\n", 0, start) + 3 if start >= 0 else 1
    last = text.count("\n", 0, end) + 1 if end >= 0 else text.count("\n") + 1
    return list(range(first, last + 1))


def _number(name: str, written: str, *says: str) -> Bad:
    return Bad(name, FACTS, MEMORY, f"    memory: {written}\n", says)


def _text(written: str) -> Bad:
    says = (f"{written} without quotes", f'write "{written}"')
    return Bad(f"{written} for a text", FACTS, NAME, f"    name: {written}\n", says)


def _article(name: str, old: str, new: str, *says: str, at: str = "") -> Bad:
    return Bad(name, ARTICLE, old, new, says, at)


def _entry(name: str, old: str, new: str, *says: str, at: str = "") -> Bad:
    return Bad(name, GERMAN, old, new, says, at)


UNREADABLE = [_number(f"{written} for a number", written, written) for written in ("12:30", "no", "0141", ".nan")]
GUESSED = [_text(written) for written in ("12:30", "no", "0141", ".nan")]

WRONG_FACTS = [
    Bad("a duplicate key", FACTS, MEMORY, f"{MEMORY}    memory: 142 GB\n", ('"memory"', "142 GB", "141 GB", "line "),
        at="    memory: 142 GB"),
    Bad("a duplicate id", FACTS, "  h100:\n    name: H100\n", "  h200_nvl:\n    name: H100\n",
        ('"h200_nvl" is given a second time',)),
    _number("a quantity without unit", "141", "h200_nvl.memory must be a quantity in byte", "add the unit"),
    _number("a quantity with an unknown unit", "141 Gb", 'h200_nvl.memory: unknown unit "Gb"', "MB, GB, TB"),
    _number("a quantity out of the range of its field", "141 MB", "out of range: 141 MB", "expected from"),
    Bad("an unknown key of a case", FACTS, CARD_POWER, CARD_POWER.replace("card_power", "card_pwer"),
        ('"card_pwer"', 'did you mean "card_power"?')),
    Bad("an unknown field of a record", FACTS, f"{MEMORY}    visible", f"{MEMORY}    bandwith: 5 TB/s\n    visible",
        ('"bandwith"', 'did you mean "bandwidth"?'), at="    bandwith"),
    Bad("eight cards on a bridge of four", FACTS, EIGHT_CARDS, EIGHT_CARDS[:-1] + ", link: nvlink4}",
        ("lora_8x_rtx", "gather_bytes requires cards <= link.domain", "cards = 8", "link.domain = 4")),
    Bad("an unknown source", FACTS, H200_SOURCE, H200_SOURCE.replace("h200_page", "h200_pge"),
        ('unknown source "h200_pge"; did you mean "h200_page"?',), at="    source: h200_pge"),
    Bad("a count in bytes", FACTS, TWO_CARDS, "    estimates: planning\n    cards: 2 GB\n",
        ("lora_2x_h200.cards must be a plain number", "2 GB"), at="    cards: 2 GB"),
    Bad("a count that is a figure in bytes", FACTS, TWO_CARDS,
        "    estimates: planning\n    cards: {figure: h200_nvl.memory}\n",
        ("cards must be", "{h200_nvl.memory} is in byte"), at="    cards: {figure"),
    Bad("an input that is no figure", FACTS, TWO_CARDS,
        "    estimates: planning\n    cards: {figure: databricks_lora.card}\n",
        ('"databricks_lora" has no "card"', 'did you mean "cards"?'), at="    cards: {figure"),
    Bad("a formula overridden in another dimension", FACTS, CARD_POWER, CARD_POWER.replace("450 W", "450 GB"),
        ("lora_4x_h200_450w.card_power must be a quantity in watt", "450 GB")),
    Bad("a divisor of zero", FACTS, "card: rtx_pro_6000_ws, cards: 4}",
        "card: rtx_pro_6000_ws, cards: 4, parameters: 0 parameter}", ("parameters",)),
    Bad("YAML that cannot be read", FACTS, NAME, "    name: [H200 NVL\n", ("YAML cannot be read",),
        at="    source: h200_page\n    where: specification table\n    note: The power is"),
    Bad("an input that a case lacks", FACTS, TWO_CARDS, "    cards: 2\n",
        ("{lora_2x_h200.working_bytes} cannot be computed: no estimates is given for lora_2x_h200",),
        at="{lora_2x_h200.cards[Words]} H200 NVL fit on paper", named=ARTICLE),
    Bad("a claim that turns false", FACTS, MEMORY, "    memory: 150 GB\n",
        ("{lora_2x_h200.memory_left} < 30 GB is false", "33,170,843,328 against 30,000,000,000", "change the sentence"),
        at="<!-- claim: {lora_2x_h200.memory_left} < 30 GB -->", named=ARTICLE),
]  # fmt: skip

WRONG_ARTICLES = [
    _article("an unknown figure", STATED, STATED.replace("memory", "memry"),
             '"unsloth_lora" has no "memry"', 'did you mean "memory"?'),
    _article("a figure that would be shown as nought", STATED, STATED.replace("memory", "memory[TB]:.0"),
             "would be shown as 0", "more decimals"),
    _article("braces that are no reference", SENTENCE, SENTENCE.replace("no", "{no}", 1),
             "{no} is not a reference", "for a brace"),
    _article("a typed digit", SENTENCE, SENTENCE.replace("run.", "run, 17 of them."),
             '"17" is a typed digit', "refer to a figure"),
    _article("a typed number word", SENTENCE, SENTENCE.replace("this run", "these three runs"),
             '"three" is a typed number word', "[words]"),
    _article("a typed bound", STATED, STATED.replace("states", "states at least"),
             '"at least" is typed before', "[min]"),
    _article("a link to no article", GUIDE, GUIDE.replace("p2p)", "p2q)"),
             "rtx-pro-6000-p2q", 'did you mean "rtx-pro-6000-p2p"?'),
    _article("a link to no heading", GUIDE, "[peer-to-peer guide](#a-smaller-grup)",
             "#a-smaller-grup", "leads to no heading", 'did you mean "a-smaller-group"?'),
    _article("raw HTML in a paragraph", SENTENCE, SENTENCE.replace("no", "<b>no</b>", 1),
             "raw HTML is refused", "use Markdown"),
    _article("a block of raw HTML", SENTENCE, f"<div>\n\n{SENTENCE}",
             "raw HTML is refused", "use Markdown", at="<div>"),
    _article("a hard line break of two spaces", SENTENCE, SENTENCE.replace("run. ", "run.  \n"),
             "a hard line break is refused", "new paragraph"),
    _article("a hard line break of a backslash", SENTENCE, SENTENCE.replace("run. ", "run.\\\n"),
             "a hard line break is refused", "new paragraph"),
    _article("a figure in a link's address", GUIDE, "[peer-to-peer guide](guide-{h200_4x.cards})",
             "a figure cannot stand in a link's address"),
    _article("a heading of the first level", "## Ordering\n", "# Ordering\n", "the first level is refused"),
    Bad("an unknown language", ARTICLE, "language: en\n", "language: eng\n", ('"eng"', 'did you mean "en"?'), at="---"),
    Bad("no front matter", "content/short.md", "", "Only words.\n", ("has no front matter", "begin the file with ---")),
    Bad("a slug with dots", "content/a..b.md", "", "---\ntitle: A\n---\n",
        ('"a..b" is no slug', "lower-case letters"), at=None),
    Bad("a slug that equals another by case", "content/GPT-oss-120b-fine-tuning.md", "", "---\ntitle: A\n---\n",
        ("has the same address as content/GPT-oss-120b-fine-tuning.md", "rename one"), at=None, named=ARTICLE),
    Bad("an article in a subfolder", "content/guides/short.md", "", "---\ntitle: A\n---\n",
        ("an article in a subfolder has no address", "straight into content/"), at=None),
]  # fmt: skip

WRONG_CATALOGUES = [
    _entry("a byte order mark", HEADER, f"\ufeff{HEADER}", "byte order mark", "without BOM"),
    _entry("a header of another charset", "charset=UTF-8", "charset=ISO-8859-1", "another charset", "charset=UTF-8"),
    Bad("a file of another charset", GERMAN, QUESTIONS, QUESTIONS, ("is not UTF-8 here", "save it as UTF-8"),
        at='msgctxt "description"', encoding="cp1252"),
    _entry("a duplicate entry", QUESTIONS, f'{QUESTIONS}\nmsgid "Questions"\nmsgstr "Fragen"\n',
           '"Questions" has a second entry', "the first is in line", "keep one", at='msgstr "Fragen"'),
    _entry("a missing msgstr", QUESTIONS, 'msgid "Questions"\n', "msgstr"),
    _entry("a string without end", QUESTIONS, QUESTIONS.replace('worten"', "worten"),
           "no part of a PO file", "quotes", at='msgstr "Fragen und Antworten\n'),
    _entry("a line of junk", QUESTIONS, f"{QUESTIONS}to be discussed\n", "no part of a PO file", at="to be discussed"),
    _entry("a renamed reference", GERMAN_WEIGHTS, GERMAN_WEIGHTS.replace("bytes[", "byts["),
           "{lora_4x_h200.weight_byts[GiB]:.1} does not stand in the source",
           'did you mean "{lora_4x_h200.weight_bytes[GiB]:.1}"?'),
    _entry("a dropped reference", GERMAN_WEIGHTS,
           GERMAN_WEIGHTS.replace(" oder {lora_4x_h200.weight_bytes[GiB]:.1}", ""),
           "{lora_4x_h200.weight_bytes[GiB]:.1} is missing", "put it where the figure belongs"),
    _entry("a doubled reference", GERMAN_WEIGHTS, GERMAN_WEIGHTS.replace("oder", "({lora_4x_h200.weight_bytes}) oder"),
           "{lora_4x_h200.weight_bytes}"),
    _entry("a changed presentation", GERMAN_WEIGHTS, GERMAN_WEIGHTS.replace(":.1", ":.2"),
           "{lora_4x_h200.weight_bytes[GiB]:.2} does not stand in the source",
           'did you mean "{lora_4x_h200.weight_bytes[GiB]:.1}"?'),
    _entry("a script", QUESTIONS, QUESTIONS.replace("Antworten", "<script>alert()</script>"),
           "raw HTML is refused: <script>", "use Markdown"),
    _entry("a template's expression", QUESTIONS, QUESTIONS.replace("Antworten", "{{ page.title }}"),
           "template syntax is refused: {{ page.title }}", "never run as templates"),
    _entry("a template's statement", QUESTIONS, QUESTIONS.replace("Antworten", "{% include 'x' %}"),
           "template syntax is refused: {% include 'x' %}", "never run as templates"),
    _entry("a typed digit of a translator", QUESTIONS, QUESTIONS.replace("Fragen", "17 Fragen"),
           '"17" is a typed digit', "refer to a figure"),
    _entry("a typed number word of a translator", QUESTIONS, QUESTIONS.replace("Fragen", "Drei Fragen"),
           '"Drei" is a typed number word', "[words]"),
    _entry("a typed bound of a translator", GERMAN_STATED, GERMAN_STATED.replace("{", "mindestens {"),
           '"mindestens" is typed before {unsloth_lora.memory}', "[min]"),
    _entry("a broken link of a translator", GERMAN_GUIDE, GERMAN_GUIDE.replace("2026", "2062"),
           '"best-gpu-for-fine-tuning-2062" leads to no article', 'did you mean "best-gpu-for-fine-tuning-2026"?'),
    _entry("a broken anchor of a translator", GERMAN_GUIDE,
           GERMAN_GUIDE.replace("(best-gpu-for-fine-tuning-2026", "(#fragn"),
           '"#fragn" leads to no heading'),
    _entry("another link target", GERMAN_GUIDE,
           GERMAN_GUIDE.replace("best-gpu-for-fine-tuning-2026", "server-4x-h200-nvl"),
           'the link to "server-4x-h200-nvl" does not stand in the source'),
    _entry("another code span", GERMAN_CODE, GERMAN_CODE.replace("_only.py", ".py"),
           'the code "convert_oai_mxfp4_weight.py" does not stand in the source'),
    _entry("another emphasis", QUESTIONS, QUESTIONS.replace("Fragen", "*Fragen*"), 'emphasis "em" does not stand'),
    _entry("a hard line break of a translator", QUESTIONS, QUESTIONS.replace("Fragen ", "Fragen  \\n"),
           "a hard line break is refused"),
    Bad("a script among the site's words", GERMAN_SITE, CONTENTS, CONTENTS.replace("Inhalt", "<script></script>"),
        ("raw HTML and template syntax are refused",)),
    Bad("a template among the site's words", GERMAN_SITE, CONTENTS, CONTENTS.replace("Inhalt", "{{ page.title }}"),
        ("raw HTML and template syntax are refused",)),
    Bad("a unit without its number", GERMAN_SITE, 'msgctxt "unit.other"\nmsgid "GB"\nmsgstr "{figure}\u00a0GB"\n',
        'msgctxt "unit.other"\nmsgid "GB"\nmsgstr "GB"\n', ("{figure}",)),
    Bad("a bound without its number", GERMAN_SITE, 'msgstr "mindestens {figure}"', 'msgstr "mindestens"',
        ("{figure}",)),
    Bad("a unit that is not translated", GERMAN_SITE, 'msgctxt "unit.other"\nmsgid "GB"\nmsgstr "{figure}\u00a0GB"\n',
        'msgctxt "unit.other"\nmsgid "GB"\nmsgstr ""\n', ('"GB" is not translated',)),
    Bad("an unknown locale", GERMAN_SITE, 'msgid "formatting locale"\nmsgstr "de"\n',
        'msgid "formatting locale"\nmsgstr "xx_YY"\n', ('"xx_YY" is no locale', "en_GB")),
]  # fmt: skip

WRONG_SURROUNDINGS = [
    Bad("a template that cannot be parsed", "templates/index.html", "{% endfor %}", "{% endfr %}",
        ("unknown tag 'endfr'",)),
    Bad("a template that asks for what is not there", "templates/index.html", "{{ article.description }}",
        "{{ article.descripton }}", ("descripton",)),
    Bad("a template that extends none", "templates/index.html", '{% extends "base.html" %}', '{% extends "bse.html" %}',
        ("there is no such template",), at=None, named="templates/bse.html"),
    Bad("a missing setting", SETTINGS, 'contact = "sales@example.com"\n', "",
        ("[tool.zahlwerk] must set contact",), at="[tool.zahlwerk]\n"),
    Bad("an unknown setting", SETTINGS, "contact = ", 'contacts = ""\ncontact = ',
        ('unknown setting "contacts"', 'did you mean "contact"?')),
    Bad("a base URL without scheme", SETTINGS, '"https://guides.example.com/"', '"guides.example.com"',
        ('"guides.example.com" is not absolute', "https://")),
    Bad("settings that are no TOML", SETTINGS, '"sales@example.com"', "sales@example.com",
        ("cannot be read",)),
    Bad("settings that are no table", SETTINGS, "[project]\nname", "[tool]\nzahlwerk = 3\n[project]\nname",
        ("cannot be read",), at="[tool.zahlwerk]\n"),
]  # fmt: skip

EVERY = [*UNREADABLE, *GUESSED, *WRONG_FACTS, *WRONG_ARTICLES, *WRONG_CATALOGUES, *WRONG_SURROUNDINGS]


@pytest.fixture(scope="session")
def built_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this project with its site built."""
    folder = tmp_path_factory.mktemp("built")
    for part in PARTS:
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
        copy(ROOT / part, folder / part)
    assert Site(folder).run("build") == 0
    return folder


@pytest.fixture
def built(built_project: Path, tmp_path: Path) -> Site:
    """A project of the test's own whose site was built before."""
    return Site(Path(shutil.copytree(built_project, tmp_path / "built")))


@pytest.mark.parametrize("bad", EVERY, ids=lambda bad: bad.name)
def test_a_mistake_is_refused_with_its_place_and_the_site_stays(
    bad: Bad, built: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    before = built.tree()
    bad.apply(built)

    code = built.run("build")

    errors = capsys.readouterr().err
    assert bad.reported_by(built, errors), errors
    assert code == 1
    assert built.tree() == before


def test_the_names_of_the_mistakes_differ() -> None:
    names = [bad.name for bad in EVERY]
    assert len(set(names)) == len(names)


def test_a_number_may_be_written_with_a_power_of_ten(site: Site) -> None:
    site.replace(FACTS, "value: 835.5 TFLOPS", "value: 989.5e12 FLOPS")
    figure = load_project(site.folder).figures.find("h200_nvl.dense_bf16")
    assert figure.value.value == 989_500_000_000_000
    (problem,) = site.problems()  # of the sentence that shows it, not of the fact
    assert "989.5e12\u00a0FLOPS stands beside 1,671\u00a0TFLOPS" in problem


def test_files_with_carriage_returns_build_the_same_site(built: Site) -> None:
    before = built.tree()
    for name in (FACTS, ARTICLE, GERMAN, GERMAN_SITE, ENGLISH_SITE):
        built.write(name, built.read(name).replace("\n", "\r\n"))
    assert built.run("build") == 0
    assert built.tree() == before


def test_a_mistake_in_a_file_with_carriage_returns_is_named_by_its_line(
    built: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = next(bad for bad in EVERY if bad.name == "a typed digit of a translator")
    bad.apply(built)
    built.write(GERMAN, built.read(GERMAN).replace("\n", "\r\n"))
    assert built.run("build") == 1
    built.write(GERMAN, built.read(GERMAN).replace("\r\n", "\n"))
    assert bad.reported_by(built, capsys.readouterr().err)


def _named(*names: str) -> list[Bad]:
    chosen = [bad for name in names for bad in EVERY if bad.name == name]
    assert len(chosen) == len(names)
    return chosen


PLANNED = Bad(
    "a planned page that exists", SETTINGS, "[tool.zahlwerk.planned_pages]\n",
    '[tool.zahlwerk.planned_pages]\ngpt-oss-120b-fine-tuning = "/x/"\n', ("need not be planned",), at=None,
)  # fmt: skip
ENGLISH_JUNK = Bad("junk among the site's words", ENGLISH_SITE, 'msgid "Contents"\n', 'msgid "Contents\n',
                   ("no part of a PO file",), at='msgid "Contents\n')  # fmt: skip
ENGLISH_SCRIPT = Bad("HTML among the site's words", ENGLISH_SITE, 'msgid "Contents"\nmsgstr "Contents"',
                     'msgid "Contents"\nmsgstr "<script>"', ("raw HTML",))  # fmt: skip
CORES = Bad("cores in watts", FACTS, "    cores: 64\n", "    cores: 64 W\n",
            ("epyc_9555.cores must be a plain number",))  # fmt: skip

EIGHT_WHILE_READING = [
    *_named("a missing setting", "a quantity with an unknown unit", "an unknown source", "raw HTML in a paragraph",
            "a heading of the first level", "a string without end"),
    ENGLISH_JUNK,
    CORES,
]  # fmt: skip
EIGHT_WHILE_CHECKING = [
    *_named("a typed digit", "a link to no article", "a changed presentation", "a typed number word of a translator",
            "another code span", "a script among the site's words"),
    ENGLISH_SCRIPT,
    PLANNED,
]  # fmt: skip
EIGHT_OF_BOTH_KINDS = [
    *_named("a missing setting", "a quantity with an unknown unit", "an unknown source", "a typed digit",
            "a link to no article", "a changed presentation", "a typed number word of a translator"),
    ENGLISH_SCRIPT,
]  # fmt: skip


@pytest.mark.parametrize(
    "planted",
    [EIGHT_WHILE_READING, EIGHT_WHILE_CHECKING, EIGHT_OF_BOTH_KINDS],
    ids=["while reading", "while checking", "both kinds"],
)
def test_eight_mistakes_in_five_files_are_seen_in_one_run_in_the_order_of_their_places(
    planted: list[Bad], built: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (len(planted), len({bad.file for bad in planted})) == (8, 5)
    before = built.tree()
    for bad in planted:
        bad.apply(built)

    code = built.run("build")

    errors = capsys.readouterr().err
    assert [bad.name for bad in planted if not bad.reported_by(built, errors)] == []
    assert code == 1
    found = re.findall(r"(?m)^([\w./-]+?)(?::(\d+))?: ", errors)
    places = [(file, int(line or 0)) for file, line in found]
    assert len(places) >= 8
    assert places == sorted(places)
    assert built.tree() == before
