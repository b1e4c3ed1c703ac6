"""Where numbers come from, and what leans on them: of a figure, a record, a case or a source."""
