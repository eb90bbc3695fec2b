"""The one place the version is written; read by the build without importing the package."""

__version__ = "1.0.0"
