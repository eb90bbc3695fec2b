"""The build backend: setuptools, without its warning that `ext-modules` is experimental.

One that is too old says so in a line, where it would print the whole schema of pyproject.toml.
"""

import sys
import warnings

import setuptools
from setuptools.build_meta import *  # noqa: F403

if int(setuptools.__version__.partition(".")[0]) < 77:
    sys.exit(
        "othello needs setuptools 77 or later to be built, and that of "
        f"{sys.executable} is {setuptools.__version__}: pip install -U setuptools"
    )

warnings.filterwarnings("ignore", message=r"`\[tool\.setuptools\.ext-modules\]`")
