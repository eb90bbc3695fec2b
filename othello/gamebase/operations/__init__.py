"""The operations of the room: bases of games asked, and files added to them."""

TOGETHER = {"bases": ("add", "list", "upload")}
"""Modules with several operations, and these."""
