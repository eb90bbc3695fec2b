"""Text protocols: `loop` moves lines, each sibling module speaks one protocol.

Nothing outside this folder reads stdin, prints replies or knows which protocol is spoken.
"""
