"""What each finding of a translation means, told to somebody who does not program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Explanation:
    """A check in plain words."""

    means: str
    cure: str
    can_be_ignored: bool = True  # by a flag of the entry; never where a figure or the page would break


_EMPHASIS = "Stars around words make them bold or slanted; the page emphasises the same parts in every language."
EDITORIAL: Mapping[str, Explanation] = {  # what editors can silence in an article, and translators in an entry
    "comparison": Explanation(
        "Words such as “twice” and “seven times” compare two figures, and the figures beside them say otherwise.",
        "Correct the words; if the source says the same, tell an editor.",
    ),
    "directions": Explanation(
        "Rates of links are counted per direction or for both directions; the sentence holds both and mixes them up.",
        "Say of each rate which it is, as the source does.",
    ),
    "future": Explanation("A date lies after the day on which the site is built.", "Have an editor correct the date."),
    "link-text": Explanation(
        "The text of a link is a bare address: it says little to readers, and programs that read aloud spell it out.",
        "Say in square brackets what is found there.",
    ),
    "memory": Explanation(
        "The maker lists another memory of a card than programs see; the text holds both and does not tell them apart.",
        "Say of each figure which memory it is, as the source does.",
    ),
    "precision": Explanation(
        "One figure stands in the paragraph with different numbers of decimals.", "Have an editor change the source."
    ),
    "range": Explanation(
        "Both ends of a range look alike once they are rounded.",
        "Say it as the source does; if the source has the range, too, tell an editor.",
    ),
    "sum": Explanation(
        "Rounded parts do not add up to their rounded whole, and a reader who adds them finds a mistake.",
        "Say that figures are rounded, as the source does.",
    ),
    "units": Explanation(
        "Two figures that are read together stand in different units, such as GB and GiB, and no word says so.",
        "Say that the unit changes, as the source does.",
    ),
}
EXPLANATIONS: Mapping[str, Explanation] = {
    **EDITORIAL,
    "bounds": Explanation(
        "Words such as “at least” and “about” come with the figure, so that they always agree with its rounding.",
        "Delete your word before the reference.",
    ),
    "charts": Explanation(
        "What is drawn above a bar stands in one line, and a phone is narrow.", "Say it shorter, or ask an editor."
    ),
    "code": Explanation(
        "What stands between backticks is typed into a computer or read from one.", "Copy it from the source unchanged."
    ),
    "control": Explanation(
        "The text holds an invisible character that programs use among themselves.",
        "Type the words around it again.",
        can_be_ignored=False,
    ),
    "counts": Explanation(
        "A count in this sentence is of another form than when it was last read: one instead of several, or a word.",
        "See whether the words around the figure still fit; then run python build.py messages reread LANGUAGE.",
        can_be_ignored=False,
    ),
    "digits": Explanation(
        "A number that is typed would stay as it is when the fact changes.",
        "Use the source's reference; write the rest in words; have a name with digits put into facts/names.yaml.",
        can_be_ignored=False,
    ),
    "emphasis": Explanation(_EMPHASIS, "Put the stars where the source has them, and as often."),
    "flags": Explanation("A flag that begins with ignore- silences one check.", "Correct its name, or delete it."),
    "glossary": Explanation(
        "The translators of your language have agreed on words for some terms: locales/<language>/glossary.yaml.",
        "Use the word; if another form of it is right, add that form to the glossary.",
    ),
    "header": Explanation(
        "The first entry of a PO file tells programs its language, its plural rule and how its letters are stored.",
        "Restore it from the last version, or copy it from another PO file of the language.",
        can_be_ignored=False,
    ),
    "html": Explanation(
        "Tags in angle brackets could run programs in a reader's browser.", "Use stars and links.", can_be_ignored=False
    ),
    "length": Explanation(
        "A translation is much shorter or much longer than its source.",
        "Read both once more; if nothing is missing and nothing was added, ignore the finding.",
    ),
    "links": Explanation(
        "The address in round brackets leads to the same page in your language by itself.",
        "Copy the address from the source, and translate the text in square brackets.",
    ),
    "marks": Explanation(
        "Marks such as stars, backticks or brackets would be shown to readers instead of doing their work.",
        "See that each opening mark is closed, and that no quotation mark stands between closing stars and a letter.",
    ),
    "number-words": Explanation(
        "A number in words would stay as it is when the fact changes.",
        "Use the source's reference; if the word counts nothing here, ignore the finding.",
    ),
    "order": Explanation(
        "Figures of the same kind changed places. That is allowed, and it is how figures are mixed up.",
        "Read the sentence once more; nothing has to be changed.",
    ),
    "plural-forms": Explanation(
        "A text that goes with a number has one form for one, and others as your language has them.",
        "Fill every form of the entry, msgstr[0], msgstr[1] and so on; where two are the same, write it twice.",
        can_be_ignored=False,
    ),
    "quotes": Explanation(
        "Each language has quotation marks of its own. In articles, straight ones are turned into them by themselves.",
        'Type straight marks (") in articles; in site.po, type those of your language.',
    ),
    "references": Explanation(
        "What stands in braces becomes a figure on the page.",
        "Take each from the source exactly as it stands there, as often as it stands there; the order is free.",
        can_be_ignored=False,
    ),
    "same": Explanation(
        "The translation repeats its source word for word.",
        "Translate it; if your language says it in the same words, ignore the finding.",
    ),
    "slug": Explanation(
        "The slug is the last part of the page's address, and each page of a language has one of its own.",
        "Write lower-case letters, digits and single hyphens, as no other page has them; or leave it blank.",
        can_be_ignored=False,
    ),
    "spaces": Explanation(
        "A line must not break here. Your language lists such places in site.po, under “no-break spaces”.",
        "Replace the space by the one that is named, or add it; copy it from that entry.",
    ),
    "templates": Explanation(
        "Doubled braces, and braces with per cent signs, are commands of the page's frame.",
        "Use plain words.",
        can_be_ignored=False,
    ),
}
