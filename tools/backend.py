"""The build backend: setuptools, without its warning that `ext-modules` is experimental."""

import warnings

from setuptools.build_meta import *  # noqa: F403

warnings.filterwarnings("ignore", message=r"`\[tool\.setuptools\.ext-modules\]`")
