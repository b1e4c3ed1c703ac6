"""What there is to translate of articles."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from zahlwerk.articles import Article
from zahlwerk.texts import Text

SLUG_CONTEXT = "slug"  # of the last part of an article's address
_SLUG_NOTE = "the last part of the page's address: lower-case letters, digits, single hyphens; blank keeps the source's"
UNDER = "under "  # begins the note that names the heading above


@dataclass(frozen=True, slots=True)
class Message:
    """A text to be translated."""

    context: str  # keeps apart what is the same in one language only
    source: str
    notes: tuple[str, ...] = ()  # for translators
    places: tuple[str, ...] = ()  # file and section it is found in
    figures: bool = False  # whether it holds references, so that gettext tools can compare them
    essential: bool = False  # whether no page can do without it
    placeholders: tuple[str, ...] = ()  # what a translation must hold, each once
    plural: str = ""  # the source for several, where the message goes with a number
    kinds: tuple[str, ...] = ()  # what an article uses it as: "paragraph", "heading", "cell" …
    headings: tuple[str, ...] = ()  # that it stands under there
    optional: bool = False  # whether it may stay blank: it then counts as nothing left to translate

    @property
    def key(self) -> tuple[str, str]:
        """What identifies it in a catalogue."""
        return self.context, self.source

    @property
    def comments(self) -> tuple[str, ...]:
        """All that a catalogue tells translators about it."""
        return (*self.kinds, *(f'{UNDER}"{heading}"' for heading in self.headings), *self.notes)


def article_messages(article: Article) -> list[Message]:
    """The messages of an article, in order of appearance, equal texts once; its slug last."""
    found: dict[tuple[str, str], Message] = {}
    for text in article.texts:
        if text.is_message:
            message = _text_message(article, text)
            earlier = found.get(message.key)
            found[message.key] = _united(earlier, message) if earlier else message
    slug = Message(SLUG_CONTEXT, article.slug, (_SLUG_NOTE,), (article.file,), kinds=("slug",), optional=True)
    return [*found.values(), slug]


def _text_message(article: Article, text: Text) -> Message:
    return Message(
        text.context,
        text.source,
        text.notes,
        places=(f"{article.file}#{text.section}" if text.section else article.file,),
        figures=bool(text.references) and "\\{" not in text.source and "`" not in text.source,
        kinds=(text.kind,),
        headings=(text.heading,) if text.heading else (),
    )


def _united(one: Message, other: Message) -> Message:
    """The message of a text that stands in several places."""
    return dataclasses.replace(
        one,
        notes=tuple(dict.fromkeys(one.notes + other.notes)),
        places=tuple(dict.fromkeys(one.places + other.places)),
        kinds=tuple(dict.fromkeys(one.kinds + other.kinds)),
        headings=tuple(dict.fromkeys(one.headings + other.headings)),
    )
