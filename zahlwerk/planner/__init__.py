"""The planner of an article: what readers may choose, and what the engine answers, worded when the site is built."""
