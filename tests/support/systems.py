"""Marks of tests that need what not every system has."""

import os
import sys

import pytest

POSIX = pytest.mark.skipif(
    os.name != "posix", reason="needs POSIX: its signals, terminals, pipes, links or permissions"
)
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and limits of memory")
