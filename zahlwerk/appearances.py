"""Where figures appear: each place of each article with what readers of every language see there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from zahlwerk.articles import Article
from zahlwerk.editions import Edition
from zahlwerk.filled import Part, filled_reference
from zahlwerk.planner.answers import facts_read
from zahlwerk.planner.declared import FENCE, planner_of
from zahlwerk.presentation import ShownNumber, shown
from zahlwerk.problems import BuildFailed, Place
from zahlwerk.project import Project
from zahlwerk.references import REFERENCE, parse_reference
from zahlwerk.routes import HOME, make_routes
from zahlwerk.texts import Text

QUESTION, CHART, CLAIM, CORRECTION, PLANNER = "question", "chart", "claim", "correction", "planner"


@dataclass(frozen=True, slots=True)
class Spoken:
    """A text as the page of one language says it."""

    language: str  # of the page
    edition: Edition  # whose words and numbers stand there: another's, where there is no translation
    words: str  # Markdown, with references
    state: str  # "source", "translated", "fuzzy" or "missing"
    place: Place  # of the words, or of the entry that should hold them
    published: bool  # whether the article appears in that language


@dataclass(frozen=True, slots=True)
class Said:
    """A figure as the page of one language shows it."""

    language: str
    spoken: str  # the language whose numbers stand there: another where the words around are not translated
    text: str
    place: Place  # of the words around it
    form: str = ""  # the plural category of a count
    reason: str = ""  # why it cannot be shown


@dataclass(frozen=True, slots=True)
class Appearance:
    """One place where a figure stands."""

    slug: str  # of the article
    place: Place
    kind: str  # that of a text, or one of those above
    target: str  # the figure
    written: str  # the reference with braces, a claim as it is written, or nothing
    section: str = ""  # id of the heading above
    said: tuple[Said, ...] = ()  # in every language in which the article appears


class View:
    """A project as its readers see it. What it shows of a reference is computed once for each language."""

    def __init__(self, project: Project) -> None:
        self.project = project
        pages = make_routes(project, frozenset()).pages
        self.published = {a.slug: tuple(lang for lang, slug in pages if slug == a.slug != HOME) for a in self.articles}
        self._parts: dict[tuple[str, str], Part] = {}

    @property
    def articles(self) -> tuple[Article, ...]:
        """All articles, by slug."""
        return self.project.articles

    def part(self, written: str, edition: Edition) -> Part:
        """What readers of an edition see of a reference."""
        key = written, edition.language
        if key not in self._parts:
            self._parts[key] = filled_reference(written, self.project.figures, edition)
        return self._parts[key]

    def spoken(self, article: Article, text: Text) -> Iterator[Spoken]:
        """A text in every language that has words for it, or that shows it in another's."""
        for edition in self.project.editions.values():
            if edition.speaks(article.language) or edition.catalogues(article.slug):
                yield self._spoken(article, text, edition)

    def _spoken(self, article: Article, text: Text, edition: Edition) -> Spoken:
        published = edition.language in self.published[article.slug]
        speaker = edition.speaker(article.slug, text.context, text.source) if text.is_message else None
        if speaker:
            own = speaker.own(article.slug)
            words = own.translation(text.context, text.source) or text.source
            place = own.place(text.context, text.source)
            return Spoken(edition.language, edition, words, "translated", place, published)
        if edition.speaks(article.language) or not text.is_message:
            return Spoken(edition.language, edition, text.source, "source", text.place, published)
        own = edition.own(article.slug)
        entry = own.by_key.get((text.context, text.source))
        state, source = "fuzzy" if entry and entry.fuzzy else "missing", self.project.editions[article.language]
        return Spoken(edition.language, source, text.source, state, own.place(text.context, text.source), published)

    def appearances(self) -> Iterator[Appearance]:
        """Every place where a figure stands, article by article."""
        for article in self.articles:
            for text in article.texts:
                yield from self._in_text(article, text)
            for chart in article.charts:
                for value in chart.values:
                    yield self._alone(article, value.reference, value.place, CHART)
            for correction in article.corrections:
                yield self._alone(article, str(correction.reference), correction.place, CORRECTION)
            for claim in article.claims:
                for target in (claim.left, claim.right):
                    if isinstance(target, str):
                        yield Appearance(article.slug, claim.place, CLAIM, target, claim.text)
            yield from self._in_planner(article)

    def _in_text(self, article: Article, text: Text) -> Iterator[Appearance]:
        if not text.references:
            return
        spoken = [one for one in self.spoken(article, text) if one.published]
        for written in dict.fromkeys(text.references):
            said = tuple(self.said(written, one) for one in spoken)
            where = (article.slug, text.place, kind_of(article, text))
            yield Appearance(*where, _target(written), written, text.section, said)

    def _alone(self, article: Article, written: str, place: Place, kind: str) -> Appearance:
        """A figure that stands without words of an article around it."""
        editions = [self.project.editions[language] for language in self.published[article.slug]]
        spoken = [Spoken(edition.language, edition, written, "source", place, True) for edition in editions]
        said = tuple(self.said(written, one) for one in spoken)
        return Appearance(article.slug, place, kind, _target(written), written, "", said)

    def _in_planner(self, article: Article) -> Iterator[Appearance]:
        place = next((fence.place for fence in article.fences if fence.info == FENCE), None)
        try:
            planner = planner_of(article, self.project.facts)
        except BuildFailed:  # told by the checks
            return
        if planner and place:
            for target in sorted(facts_read(planner)):
                yield Appearance(article.slug, place, PLANNER, target, "")

    def said(self, written: str, spoken: Spoken) -> Said:
        """A reference as a text says it."""
        part = self.part(written, spoken.edition)
        form = "" if part.reason else self._form(written, spoken.edition)
        return Said(spoken.language, spoken.edition.language, part.text, spoken.place, form, part.reason)

    def _form(self, written: str, edition: Edition) -> str:
        reference = parse_reference(written)
        found = shown(self.project.figures.known[reference.target], reference.presentation)
        counts = isinstance(found, ShownNumber) and not (found.unit or found.scale or found.exponent)
        return str(edition.locale.plural_form(abs(found.number))) if counts and isinstance(found, ShownNumber) else ""


def kind_of(article: Article, text: Text) -> str:
    """What a text is for readers: a heading below the one that questions stand under is a question."""
    asked = text.kind == "heading" and article.questions and text.section == article.questions
    return QUESTION if asked else text.kind


def _target(written: str) -> str:
    """The figure that a reference names, also where it asks for an unknown presentation."""
    match = REFERENCE.fullmatch(written)
    return match[1] if match else written


def by_target(appearances: Iterator[Appearance]) -> Mapping[str, tuple[Appearance, ...]]:
    """The appearances of each figure, in order."""
    found: dict[str, list[Appearance]] = {}
    for one in appearances:
        found.setdefault(one.target, []).append(one)
    return {target: tuple(ones) for target, ones in found.items()}
