SITENAME = "Made-up guides"
SITEURL = "https://guides.example.com"
NAMES = {"en": "English", "de": "Deutsch"}
PATH = "content"
OUTPUT_PATH = "public"
THEME = "theme"
THEME_STATIC_PATHS = []
STATIC_PATHS = ["style.css"]
DEFAULT_LANG = "en"
TIMEZONE = "UTC"
ARTICLE_URL = ARTICLE_LANG_URL = "{lang}/{slug}/"
ARTICLE_SAVE_AS = ARTICLE_LANG_SAVE_AS = "{lang}/{slug}/index.html"
DIRECT_TEMPLATES = ["index", "index_de"]
INDEX_SAVE_AS, INDEX_DE_SAVE_AS = "en/index.html", "de/index.html"
DEFAULT_CATEGORY = "guides"
CATEGORY_SAVE_AS = AUTHOR_SAVE_AS = TAG_SAVE_AS = ""
FEED_ALL_ATOM = CATEGORY_FEED_ATOM = TRANSLATION_FEED_ATOM = AUTHOR_FEED_ATOM = AUTHOR_FEED_RSS = None
MARKDOWN = {"extension_configs": {"markdown.extensions.tables": {}}, "output_format": "html5"}
CACHE_CONTENT = LOAD_CONTENT_CACHE = True
CHECK_MODIFIED_METHOD = "mtime"
