// Puzzles of the set that comes with the engine: one of the day, of a theme and a difficulty, or many against the clock.

import { Clock } from "./clock.js";
import { ask } from "./connection.js";
import { byId, element, on } from "./elements.js";
import { answerText, judgedText, leadsToText, lineAfter, repliesText } from "./exercise.js";
import { showBoard } from "./grid.js";
import { checkNumbers, keep, kept, offer, remember, remembered } from "./kept.js";
import { named, ratingText } from "./person.js";
import { positionOf } from "./rules.js";
import { endRound, startRound } from "./rounds.js";
import { fail, say, silently } from "./shell.js";
import { sentence, t } from "./texts.js";
import { load, movesTo, shown } from "./tree.js";
import { turnText } from "./words.js";

const GOALS = {
  win: "Find the only move that wins.",
  draw: "Find the only move that does not lose.",
  discs: "Find the best move: it is four discs better than any other.",
};
const DIFFICULTIES = { "": "Any difficulty", "800-1299": "Easy", "1300-1699": "Medium", "1700-2400": "Hard" };
const STAKES = { "": "Any goal", win: "To win", draw: "Not to lose", discs: "To save discs" };
const LENGTHS = { "": "One or several", "1-1": "One", "2-4": "Several" };
const CHOICES = { "puzzle-goal": STAKES, "puzzle-length": LENGTHS, "puzzle-difficulty": DIFFICULTIES };

const RUN_SECONDS = 180, RUN_WRONG = 3;
const [RUN_FIRST, RUN_STEP, RUN_MOST, RUN_SPAN] = [800, 60, 1900, 120]; // difficulties of a run
const BEST = "run"; // under which the best run is remembered
const SEEN = "seen", MOST_SEEN = 1000; // under which the puzzles of this visit are kept; how many a request may leave out
const STREAK = "streak"; // under which it is remembered, for each name, how many were solved in a row, now and at best
const LEVEL = "level"; // under which the strength in this visit is kept
const [FIRST_LEVEL, LEVEL_STEP, LEVEL_SPAN] = [1000, 150, 200];
const [LEAST_LEVEL, MOST_LEVEL] = [1100, 2000]; // there are puzzles of each theme around

/** Return a puzzle that is asked for as an item of a round, whose answers may not be `rated`. */
async function puzzleOf(request, rated) {
  const { number: puzzle, position, goal, difficulty, length } = await ask({ do: "puzzle.next", ...request });
  const seen = kept(SEEN) ?? [], theme = request.kind && byId("puzzle-kind").selectedOptions[0].dataset.t;
  if (request.without?.includes(puzzle)) say(t("You have seen all these puzzles: they come again."));
  keep(SEEN, [puzzle, ...seen.filter((other) => other !== puzzle)].slice(0, MOST_SEEN));
  return { puzzle, position, goal, difficulty, length, rated, theme };
}

const numberText = ({ puzzle: number, difficulty }) =>
  t("Puzzle {number}, {word} ({difficulty})", { number, difficulty, word: t(difficulty < 1300 ? "Easy" : difficulty < 1700 ? "Medium" : "Hard").toLowerCase() });

function taskText({ position, goal, length }, node) {
  const move = length > 1 && t("Move {number} of {all}.", { number: movesTo(node).length / 2 + 1, all: length });
  return [move, t("{sentence}.", { sentence: turnText(positionOf(position)) }), t(GOALS[goal])].filter(Boolean).join(" ");
}

/** Return the fields of a request about a puzzle. */
const fieldsAbout = ({ puzzle: number, wrong, rated }, act, { node }) =>
  ({ number, moves: movesTo(node).join(""), ...(act === "answer" && { rated }), ...(act === "show" && wrong && { wrong }) });

/** Return what is told of a move, or of the answer: with that, why the last wrong move was wrong. */
async function told(item, found, move, how) {
  const { right, score, margin, loss, best, reply, refutation = [] } = found, isBest = right || !move, { wrong } = item;
  const isAsked = move && right && (wrong || (!reply && item.rated !== false));
  const { sentences = [], line } = isAsked ? await ask({ do: "puzzle.show", ...fieldsAbout(item, "show", how) }) : found;
  item.wrong = isBest ? null : move;
  const replies = reply ? [reply] : refutation.slice(0, 1);
  const facts = () => [leadsToText(positionOf(item.position), score), isBest && t("The next best move is {margin} discs worse.", { margin })];
  return {
    right,
    best,
    goesOn: Boolean(reply),
    replies,
    verdict: () => [move ? judgedText(right, move, loss) : answerText(best), replies.length && repliesText(replies, how.node.position.turn)].filter(Boolean).join(" "),
    said: () => [...(reply ? [] : facts()), !isBest && found.simple && sentence(found.simple)].filter(Boolean).join(" "),
    more: () => isBest && sentences.length > 0 && [t("Why {move} is wrong:", { move: wrong }), ...sentences.map(sentence)].join(" "),
    lines: () => (reply ? [] : [lineAfter(move ?? best, line ?? [move, ...refutation])]),
  };
}

// -------------------------------- rounds

/** Return an endless round: of puzzles that the requests in `queue` name, then of those that are `failed`, or as chosen. */
export function puzzleRound({ failed = false, queue = [], skipped = [], ...before }) {
  let { all = 0, right = 0, rating = null } = before;
  checkNumbers(all, right, rating ?? 0, ...skipped);
  return {
    next: () => puzzleOf(queue.shift() ?? (failed ? { failed, ...named(), without: skipped } : chosen())),
    task: taskText,
    kind: "puzzle",
    hint: true,
    fields: fieldsAbout,
    told(item, found, move, how) {
      rating = found.rating ?? rating;
      if (found.in_a_row) keepStreak(found.in_a_row);
      return told(item, found, move, how);
    },
    score: (item) => [numberText(item), item.theme && t(item.theme), streakText(streak()), all && t("Right at the first try: {right} of {all}", { right, all }), rating && ratingText(rating)].filter(Boolean).join(" · "),
    answered: (item, isRight) => {
      all++;
      right += isRight;
      if (!named().profile) keepStreak(streakAfter(streak(), isRight));
      keep(LEVEL, levelAfter(kept(LEVEL), item, isRight));
    },
    skipped: ({ puzzle }) => skipped.push(puzzle),
    saved: ({ item }) => ({ round: "puzzles", item, failed, queue, all, right, rating, skipped }),
  };
}

/** Return a round against the clock: ever harder puzzles, until the time is over or the third answer is wrong. */
export function runRound({ done = [], seconds = RUN_SECONDS }) {
  const most = remembered(BEST) ?? 0, count = (isRight) => done.filter(({ right }) => right === isRight).length;
  checkNumbers(seconds, ...done.map(({ puzzle }) => puzzle));
  const clock = new Clock({ run: seconds }, byId("practise-clock"), () => endRound(round));
  const round = {
    async next() {
      if (count(false) === RUN_WRONG) return null;
      const low = Math.min(RUN_FIRST + RUN_STEP * count(true), RUN_MOST);
      return puzzleOf({ difficulty: [low, low + RUN_SPAN], without: kept(SEEN) ?? [] }, false);
    },
    task: taskText,
    score() {
      const { right, move } = done.at(-1) ?? {}, counts = { right: count(true), wrong: count(false), most: RUN_WRONG };
      return [t("Right: {right}. Wrong: {wrong} of {most}.", counts), !round.isOver && move && t(right ? "Last one: right ({move})." : "Last one: wrong ({move}).", { move })].filter(Boolean).join(" ");
    },
    kind: "puzzle",
    fields: fieldsAbout,
    async told(item, found, move, how) {
      const { right, reply } = found, { puzzle, position } = item, moves = movesTo(how.node);
      const { best } = right ? { best: move } : await ask({ do: "puzzle.show", ...fieldsAbout(item, "show", how) });
      if (!reply) done.push({ puzzle, position, moves, move, right, best, seconds: Math.round(how.seconds) });
      return told(item, found, move, how);
    },
    goOn: () => clock.run("run"),
    hasAnswers: done.length > 0,
    pause: () => clock.run(null),
    saved: ({ item, isAnswered }) => ({ round: "run", item: isAnswered ? null : item, done, seconds: clock.left("run") }),
    end() {
      const right = count(true), wrong = done.filter((each) => !each.right).map(({ puzzle }) => ({ number: puzzle }));
      if (right > (remembered(BEST) ?? 0)) remember(BEST, right);
      return [
        element("p", right > most ? t("This is your best run so far.") : t("Your best run: {right}", { right: most })),
        element("ol", done.map((each) => rowOf(each, () => reviewed(round, each).catch(fail))), { class: "choices" }),
        wrong.length ? element("div", element("button", t("Practise the wrong ones"), { class: "main" }, () => startRound(() => puzzleRound({ queue: [...wrong] }))), { class: "buttons" }) : "",
      ];
    },
  };
  return round;
}

/** Return an answer of a run, with its time, as a row of a list; a click shows it. */
function rowOf({ puzzle: number, move, best, right, seconds }, show) {
  const text = t(right ? "Puzzle {number}: {move} is right." : "Puzzle {number}: {move} is wrong, {best} is right.", { number, move, best });
  const { isReviewed = false, item } = shown.root.exercise ?? {}, isShown = isReviewed && item.puzzle === number;
  return element("li", element("button", `${right ? "✓" : "✗"} ${text} ${t("{seconds} s", { seconds })}`, { "aria-pressed": isShown }, show));
}

/** Show an answer of a run that is over on the board, with the right move and why it is right. */
async function reviewed(round, { puzzle, position, moves, move, right }) {
  const item = { puzzle, position, played: right ? null : move, wrong: right ? null : move };
  const found = await ask({ do: "puzzle.show", number: puzzle, moves: moves.join(""), ...(!right && { wrong: move }) });
  const exercise = { round, item, told: await told(item, found), state: "shown", isAnswered: true, isReviewed: true };
  silently(() => load(position, moves, moves.length, { exercise, puzzle }));
  showBoard();
}

/** Return how many puzzles were solved in a row, and at best. */
const streak = () => remembered(STREAK)?.[named().profile ?? ""] ?? [0, 0];

const keepStreak = (row) => remember(STREAK, { ...remembered(STREAK), [named().profile ?? ""]: row });

const streakText = ([now, best]) => t("In a row: {now} · best: {best}", { now, best });

export const streakAfter = ([now, best], isRight) => (isRight ? [now + 1, Math.max(best, now + 1)] : [0, best]);

// -------------------------------- what can be chosen

/** Return how strong somebody is after an answer to a puzzle; `level` is null before the first one. */
export function levelAfter(level, { difficulty }, isRight) {
  const before = level ?? FIRST_LEVEL, expected = 1 / (1 + 10 ** ((difficulty - before) / 400));
  return before + LEVEL_STEP * (isRight - expected);
}

/** Return the fields of a request for a puzzle: if no difficulty is chosen, one for the person's strength, by the profile or this visit's answers. */
export function fieldsOf([kind, goal, length, difficulty], person, level) {
  const least = kind || goal || length ? LEAST_LEVEL : FIRST_LEVEL, own = Math.round(Math.min(Math.max(level ?? 0, least), MOST_LEVEL));
  const spanOf = (text) => text.split("-").map(Number);
  const range = difficulty ? spanOf(difficulty) : !person.profile && [own - LEVEL_SPAN, own + LEVEL_SPAN];
  return { ...(kind && { kind }), ...(goal && { goal }), ...(length && { length: spanOf(length) }), ...(range && { difficulty: range }), ...person };
}

function chosen() {
  const values = ["puzzle-kind", ...Object.keys(CHOICES)].map((id) => byId(id).value);
  return { without: kept(SEEN) ?? [], ...fieldsOf(values, named(), kept(LEVEL)) };
}

/** Return what an address such as #puzzle/12 says. */
export async function readAddress([, asked]) {
  const { number, position } = await ask({ do: "puzzle.next", number: Number(asked) });
  return { start: position, moves: [], puzzle: number };
}

/** Offer the themes that the engine knows. */
export async function offerKinds() {
  const { kinds } = await ask({ do: "puzzle.kinds" });
  if (byId("puzzle-kind").length === 1) offer("puzzle-kind", Object.fromEntries(kinds.map(({ name, label }) => [name, label.form])));
}

export function makePuzzles() {
  for (const [id, choices] of Object.entries(CHOICES)) offer(id, choices);
  const begins = (id, make) => on(id, "click", () => startRound(make));
  begins("puzzle-new", () => puzzleRound({}));
  begins("puzzle-failed", () => puzzleRound({ failed: true }));
  begins("puzzle-day", () => puzzleRound({ queue: [{ day: new Date().toLocaleDateString("sv") }] })); // in Sweden it is 2026-11-27
  begins("puzzle-run", () => runRound({}));
}
