"""The profiles of practice that a server keeps: a file in one folder for each name.

A name is never a path: it has letters, digits, ``-``, ``_`` and blanks inside, and is none that
Windows keeps for devices.
"""

import argparse
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, TypeVar
from unicodedata import normalize

from othello.errors import InvalidOption, OthelloError, quote
from othello.fields import JSON_ONLY, Length, Range
from othello.files.access import named
from othello.operation import Service
from othello.practice.profile import Profile
from othello.practice.rounds import Keeper

T = TypeVar("T")

NAME = "profiles"
"""The name by which operations ask for them."""

ENDING = ".profile"

MOST_PROFILES = 1000
"""Profiles in a folder: clients make no more."""

FORM = re.compile(r"[\w-]+(?: [\w-]+)*")
MOST_CHARACTERS = 40
RESERVED = re.compile(r"con|prn|aux|nul|(com|lpt)[\d¹²³]", re.I)
"""Names of devices on Windows, whatever their ending."""


class Profiles(Service):
    """The profiles in a folder, which is made with the first of them; without one there are none.

    A profile is opened for each request: several requests, and other programs, may use it at once.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    def use_folder(self, folder: Path, warn: Callable[[object], object]) -> None:
        if self.folder is None:
            self.folder = folder

    def path(self, name: str) -> Path:
        """Return the file of a profile, which need not be there.

        >>> Profiles(Path("mine")).path("Ann B").name
        'Ann B.profile'

        Raises
        ------
        InvalidOption
            If it is no name, or the server keeps no profiles.
        """
        folder = self._checked_folder()
        plain = normalize("NFC", name)
        is_name = len(plain) <= MOST_CHARACTERS and FORM.fullmatch(plain)
        if not is_name or RESERVED.fullmatch(plain):
            expected = f"expected 1 to {MOST_CHARACTERS} letters, digits, -, _ and blanks inside"
            reason = ", and no device of Windows" if is_name else ""
            raise InvalidOption(f"invalid profile {quote(name)}: {expected}{reason}")
        return folder / f"{plain}{ENDING}"

    @contextmanager
    def opened(self, name: str) -> Iterator[Profile]:
        """Open a profile, which is made if it is not there."""
        path = self.path(name)
        if not path.exists():
            with named(path.parent):
                path.parent.mkdir(parents=True, exist_ok=True)
            if len([*path.parent.glob(f"*{ENDING}")]) >= MOST_PROFILES:
                raise InvalidOption(
                    f"no profile {quote(name)}: expected one of the {MOST_PROFILES} that are there"
                )
        with Profile(path) as profile:
            yield profile

    def keeper(self, name: str | None) -> Keeper | None:
        """Return what opens a profile once there is an answer to keep; None without a name."""
        if name is None:
            return None
        self.path(name)  # before any work: it may be no name
        return NamedKeeper(self, name)

    def read(self, name: str | None, work: Callable[[Profile | None], T]) -> T:
        """Return what `work` finds in a profile; it gets None if there is none, or no name."""
        if name is None or not (path := self.path(name)).exists():
            return work(None)
        with Profile(path) as profile:
            return work(profile)

    def names(self) -> dict[str, int]:
        """Return the names of the profiles, and how many answers each has."""
        found = {}
        for path in sorted(self._checked_folder().glob(f"*{ENDING}")):
            name = path.name.removesuffix(ENDING)
            with suppress(OthelloError):  # it is no profile, or cannot be read
                found[name] = self.read(name, _count)
        return found

    def _checked_folder(self) -> Path:
        if self.folder is None:
            raise InvalidOption(
                "this server keeps no profiles: expected one for this machine alone, or othello "
                "serve --profiles FOLDER"
            )
        return self.folder


class NamedKeeper(NamedTuple):
    """A profile that is opened for each change."""

    profiles: Profiles
    name: str

    @contextmanager
    def changing(self) -> Iterator[Profile]:
        """Read and write the profile as one change in this context."""
        with self.profiles.opened(self.name) as profile, profile.changing():
            yield profile


def _count(profile: Profile | None) -> int:
    return 0 if profile is None else sum(each.answers for each in profile.tallies())


# ---------------------------------------------------------------------- for `othello serve`


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--profiles",
        type=Path,
        metavar="FOLDER",
        help="keep what clients practise in profiles in this folder (default: the folder of your "
        "data, if only this machine reaches the server)",
    )


def open_service(arguments: argparse.Namespace | None) -> Profiles:
    """Return the profiles in the folder that ``--profiles`` names."""
    return Profiles(None if arguments is None else arguments.profiles)


# ---------------------------------------------------------------------- fields of requests

ProfileText = Annotated[
    str | None, JSON_ONLY, Length(1, 40), "a profile: letters, digits, - and _, blanks inside"
]
SideText = Annotated[Literal["black", "white"] | None, "only this side's"]


@dataclass(frozen=True, kw_only=True)
class Kept:
    """How an answer is kept."""

    profile: Annotated[ProfileText, "the profile that keeps it; by default none does"] = None
    seconds: Annotated[
        float | None, JSON_ONLY, Range(0, 10**6, "seconds"), "how long the answer took"
    ] = None
    once: Annotated[
        str | None,
        JSON_ONLY,
        Length(1, 100),
        "idempotency key: an answer that is sent again with it is kept once",
    ] = None
