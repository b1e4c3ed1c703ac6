"""Which article, text and chart of one project is which of another."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence

from zahlwerk.articles import Article, chart_id
from zahlwerk.catalogs import Entry
from zahlwerk.chartblocks import Chart
from zahlwerk.likeness import changed_from
from zahlwerk.messages import article_messages
from zahlwerk.texts import Text

TextPair = tuple[Text | None, Text | None]  # before and after; None for a text that there was not, or no longer is
_Key = tuple[str, str, bool]  # context and source of a text, and whether it is a cell


def article_pairs(
    before: Sequence[Article], after: Sequence[Article]
) -> Iterator[tuple[Article | None, Article | None]]:
    """The articles of two projects by their slugs, or by the earlier slugs that the later one lists."""
    left = {article.slug: article for article in before}
    for article in after:
        names = (article.slug, *(earlier.slug for earlier in reversed(article.moved_from)))
        origin = next((name for name in names if name in left), "")
        yield left.pop(origin, None), article
    yield from ((article, None) for article in left.values())


def text_pairs(before: Article | None, after: Article | None) -> list[TextPair]:
    """The texts of two versions of an article, in the order of the later one, then those that are gone."""
    if before is None or after is None:
        texts = before.texts if before else after.texts if after else ()
        return [(text, None) if before else (None, text) for text in texts]
    origins = _unchanged(before.texts, after.texts)
    _add_rewritten(origins, before, after)
    _add_in_place(origins, before.texts, after.texts)
    taken = set(origins.values())
    pairs: list[TextPair] = [
        (before.texts[origins[place]] if place in origins else None, text) for place, text in enumerate(after.texts)
    ]
    return pairs + [(text, None) for place, text in enumerate(before.texts) if place not in taken]


def chart_pairs(before: Article | None, after: Article | None) -> Iterator[tuple[Chart | None, Chart | None]]:
    """The charts of two versions of an article by their titles; one that is left over on both sides was renamed."""
    left = {chart_id(chart): chart for chart in (before.charts if before else ())}
    fresh = []
    for chart in after.charts if after else ():
        if chart_id(chart) in left:
            yield left.pop(chart_id(chart)), chart
        else:
            fresh.append(chart)
    if len(left) == len(fresh) == 1:
        yield left.popitem()[1], fresh.pop()
    yield from ((chart, None) for chart in left.values())
    yield from ((None, chart) for chart in fresh)


def _key(text: Text) -> _Key:
    return text.context, text.source, text.kind == "cell"


def _matcher(before: Sequence[Text], after: Sequence[Text]) -> Sequence[tuple[str, int, int, int, int]]:
    keys = [_key(text) for text in before], [_key(text) for text in after]
    return difflib.SequenceMatcher(None, *keys, autojunk=False).get_opcodes()


def _unchanged(before: Sequence[Text], after: Sequence[Text]) -> dict[int, int]:
    """The texts that are as they were, where they stood or elsewhere: place after to place before."""
    origins = {}
    for change, start, end, start_after, _ in _matcher(before, after):
        if change == "equal":
            origins.update({start_after + step: start + step for step in range(end - start)})
    left: dict[_Key, list[int]] = {}
    for place in sorted(set(range(len(before))) - set(origins.values()), reverse=True):
        left.setdefault(_key(before[place]), []).append(place)
    for place, text in enumerate(after):
        if place not in origins and left.get(_key(text)):
            origins[place] = left[_key(text)].pop()
    return origins


def _add_rewritten(origins: dict[int, int], before: Article, after: Article) -> None:
    """Messages that another is the changed form of, as catalogues follow their sources."""
    entries = [
        Entry(m.context, m.source, m.source, notes=m.comments, places=m.places) for m in article_messages(before)
    ]
    messages = article_messages(after)
    known = {entry.key for entry in entries}
    found = changed_from(entries, messages, [message for message in messages if message.key not in known])
    taken = set(origins.values())
    for place, text in enumerate(after.texts):
        entry = found.get((text.context, text.source)) if place not in origins else None
        free = (n for n, one in enumerate(before.texts) if entry and n not in taken and _same(one, entry))
        if entry and (origin := next(free, None)) is not None:
            origins[place] = origin
            taken.add(origin)


def _same(text: Text, entry: Entry) -> bool:
    return (text.context, text.source) == entry.key


def _add_in_place(origins: dict[int, int], before: Sequence[Text], after: Sequence[Text]) -> None:
    """Texts of references alone that replaced one another, such as the cells of a row."""
    for change, start, end, start_after, end_after in _matcher(before, after):
        if change == "replace" and end - start == end_after - start_after:
            for step in range(end - start):
                old, new = before[start + step], after[start_after + step]
                free = start_after + step not in origins and start + step not in origins.values()
                if free and old.kind == new.kind and not (old.is_message and new.is_message):
                    origins[start_after + step] = start + step
