"""The score of a match."""

from othello.errors import warn
from othello.matches.openings import Opening
from othello.matches.record import FAULTS, GameRecord, Thinking
from othello.matches.statistics import OUTCOMES, Elo, elo_difference


class GameCounts:
    """Counts of a player's games in matches and tournaments.

    Where openings come again, or run into each other, and no player moves at random, the same
    games are played again. They say nothing new about the players' strength, so an estimate counts
    them once; `repeated` says how many there were. For each player `faults` has how many games it
    lost by each of `FAULTS`, `reasons` what happened in the last of these, and `thinking` its moves
    and times in all games.
    """

    def __init__(self, n_players: int) -> None:
        self.faults = [dict.fromkeys(FAULTS, 0) for _ in range(n_players)]
        self.reasons: list[str | None] = [None] * n_players
        self.thinking = [Thinking()] * n_players
        self.repeated = 0
        self._seen: dict[object, tuple[int, Opening]] = {}

    def count(self, record: GameRecord) -> bool:
        """Count one more game; return whether it is new. Warn of the first that is not."""
        for player, thinking in zip(record.players, record.thinking, strict=True):
            self.thinking[player] = self.thinking[player].plus(thinking)
        if record.fault is not None and record.faulty is not None:
            faulty = record.players[record.faulty]
            self.faults[faulty][record.fault] += 1
            self.reasons[faulty] = record.reason
        # Black comes first, then White, whoever of them is the game's first player.
        players = record.players if record.is_black else record.players[::-1]
        end = record.fault, record.faulty
        key = players, record.game.start, record.game.transcript(), end
        first, opening = self._seen.setdefault(key, (record.number, record.opening))
        if first == record.number:
            return True
        if not self.repeated:
            why = f"the opening {opening} came again"
            if str(opening) != str(record.opening):
                why = f"the openings {opening} and {record.opening} run into each other"
            warn(
                f"game {record.number} is game {first} again, move by move: {why}, and the players "
                "leave nothing to chance; such games count once in Elo and in the test"
            )
        self.repeated += 1
        return False


class MatchScore(GameCounts):
    """The score of a match so far, from the view of its first player.

    Games that were played before, move by move, do not count in `pairs`, nor in `elo`, which is
    made of them: a game alone tells the opening's strength, not the players'. `pairs` has the
    numbers of pairs of games by the first player's points in both: 0, ½, 1, 1½, 2. A pair counts
    once both its games (with numbers 2k - 1 and 2k) have been added, if both are new.
    """

    def __init__(self) -> None:
        super().__init__(2)
        self.wins = self.draws = self.losses = 0
        self.pairs = [0] * len(OUTCOMES)
        self._discs: list[int] = []
        self._half_pairs: dict[int, float] = {}
        self._openings: dict[Opening, list[float]] = {}

    def add(self, record: GameRecord) -> None:
        """Count one more game."""
        is_new = self.count(record)
        self.wins += record.points == 1
        self.draws += record.points == 0.5
        self.losses += record.points == 0
        if is_new:
            pair = (record.number - 1) // 2
            if pair in self._half_pairs:
                both = self._half_pairs.pop(pair), record.points
                self.pairs[round(2 * sum(both))] += 1
                self._openings.setdefault(record.opening, []).extend(both)
            else:
                self._half_pairs[pair] = record.points
        if record.discs is not None:
            self._discs.append(record.discs)

    @property
    def games(self) -> int:
        """Number of games played."""
        return self.wins + self.draws + self.losses

    @property
    def unpaired(self) -> int:
        """Number of the games that count and are in no pair."""
        return len(self._half_pairs)

    @property
    def discs(self) -> float | None:
        """The mean disc difference of the games played to their end; None if there are none."""
        return sum(self._discs) / len(self._discs) if self._discs else None

    @property
    def elo(self) -> Elo | None:
        """The difference in Elo by the pairs; None if these say nothing about it."""
        return elo_difference(self._openings.values())

    def lost_by(self, fault: str) -> int:
        """Return how many games were lost by `fault`, by either player."""
        return sum(faults[fault] for faults in self.faults)
