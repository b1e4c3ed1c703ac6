"""What a new article begins with, until its author has written something else."""

from __future__ import annotations

import datetime

TITLE = "Title of the article"
DESCRIPTION = "What the article tells its readers, for search engines and lists."
PARAGRAPH = "What readers learn here, and what follows from it."
SCAFFOLD = {TITLE: "title", DESCRIPTION: "description", PARAGRAPH: "text"}


def scaffold(language: str, today: datetime.date) -> str:
    """The text of a new article, in its language from the first word that is written."""
    front = f"title: {TITLE}\ndescription: {DESCRIPTION}\nlanguage: {language}\nkind: article"
    return f"---\n{front}\npublished: {today.isoformat()}\ntags: []\n---\n\n{PARAGRAPH}\n"
