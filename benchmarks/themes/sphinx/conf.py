project = "Made-up guides"
language = "en"
locale_dirs = ["locale"]
gettext_compact = False
gettext_uuid = False
exclude_patterns = ["public", "locale", "theme"]
html_theme_path = ["theme"]
html_theme = "lean"
html_static_path = ["static"]
html_copy_source = False
html_use_index = False


def setup(app):
    app.connect("builder-inited", without_search)


def without_search(app):
    app.builder.search = False
