"""Lessons: eight short texts with positions, each followed by exercises with one right move."""
