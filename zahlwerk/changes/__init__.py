"""What differs between two evaluated projects: figures, texts, charts, planners, claims and counts."""
