"""The built site in a real browser, in every language, at several widths, light and dark, under two base paths."""
