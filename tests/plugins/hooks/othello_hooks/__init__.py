"""A plug-in that is a package: a command, a protocol, an evaluation, an exercise, a tab."""
