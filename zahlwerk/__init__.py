"""Zahlwerk: multilingual technical articles whose every figure is computed from one facts file."""

__version__ = "0.1.0"
