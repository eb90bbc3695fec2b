// Practise: one exercise after another on the board. Which ones, and what an answer is worth, is said by puzzles.js,
// mistakes.js, endgames.js and drills.js, each as a round: see `startRound`. The logic is in exercise.js.

import { ask } from "./connection.js";
import { byId, on, refill, sayIn } from "./elements.js";
import { FINISHED, FIRST, answered, buttonsOf, checkWay, isNothingLost, isThinking, marksOf, overRound, refusal, statusText } from "./exercise.js";
import { focusBoard, showBoard } from "./grid.js";
import { keep, kept } from "./kept.js";
import { offerLines } from "./moves.js";
import { keptAs, showProgress } from "./person.js";
import { fail, isOpen, sayStatus, shell, silently } from "./shell.js";
import { makeStore, whenOther } from "./store.js";
import { tabs } from "./tabs.js";
import { language, sentence, t } from "./texts.js";
import { child, goTo, load, movesTo, shown } from "./tree.js";

const part = (name) => byId(`practise-${name}`);

export const rounds = makeStore({ ...FIRST }), { state } = rounds;

/** Return whether a round is asked in the tab that is open. */
const isOurs = (round) => isOpen(round?.tab ?? "practise");

/** Return an exercise if it is ours, else null. */
const ours = (exercise) => (exercise && isOurs(exercise.round) ? exercise : null);

const exerciseShown = () => ours(shown.root.exercise);

const now = () => ({ ...state, current: ours(state.current), exercise: exerciseShown(), node: shown.node });

// -------------------------------- one after another

/**
 * Begin the round that `make` returns or promises; it is given a function to note its `progress`, and how to `cancel` it.
 * A round has these methods:
 *
 * - `next()` promises an item, or null at the end: its `position`, and perhaps the `moves` that lead to it from `start`, the move
 *   that was `played`, its number as a `puzzle`;
 * - `task(item, node)` and `score(item, isAnswered)` return texts;
 * - `kind` names the operations that are asked, such as `puzzle.answer`, with the fields that `fields(item, act, how)` returns; `how` has
 *   `isFirst`, `seconds`, `node` and `once`, a name of the answer; if there is a `hint`, an item has it, or it is asked for;
 * - `told(item, found, move, how)` returns or promises what is told of what was `found` of a move, or of the answer without one: `right`,
 *   the move, or moves, `best` if it is to be shown, the opponent's `replies`, and functions that return the `verdict`, and perhaps a
 *   sentence that is `said`, `more` behind it, and `lines` with their names. If it `goesOn`, the next move is to be found then. The lines begin at the node `from`, in
 *   which another move was `played` than the best, or else where the move was to be found;
 * - `answered(item, isRight)` notes the first answer, `skipped(item)` that there is none, if there are such methods;
 * - `end()`, if it comes to an end, returns what is shown then;
 * - `saved(exercise)`, if it goes on after a reload, returns what its function in `kinds` of practise.js needs for that, as `round` the
 *   name there, and perhaps the `item` that comes `again` then, with the moves `soFar` from its position, and whether it `isAnswered`;
 * - `tab` names the tab that asks it, if that is not Practise; with `isKept`, answers are not lost where it is dropped;
 * - `pause()` and `goOn()`, if it has a clock; such a round goes on by itself, and gives no help.
 *
 * It `hasAnswers` once there is one, and `isOver` at the end. A round that would lose answers is not dropped without a question.
 */
export async function startRound(make, onFail) {
  if (hasDropped()) await goOn(make, onFail);
}

/** Drop the round in use if that may be, else show it; return whether it was dropped. */
function hasDropped() {
  const { current } = state;
  if (!isNothingLost(current)) {
    current.round.pause?.();
    if (!window.confirm(t("A round with answers is not over. End it?"))) {
      if (exerciseShown() !== current) silently(() => goTo(current.node, true));
      runClock();
      return false;
    }
  }
  if (current?.round.pause) endRound(current.round);
  rounds.set({ current: null, ended: null });
  return true;
}

async function goOn(make, onFail = fail) {
  const isByKey = document.activeElement.matches("button:focus-visible"); // a button that waits may lose the focus
  stop();
  const asking = { progress: () => t("Thinking …") }, note = (parts) => rounds.set({ asking: Object.assign(asking, parts) });
  note({});
  try {
    const round = await make(note), item = round.again ?? await round.next();
    round.again = null;
    if (!isOurs(round)) await new Promise((onOpen) => rounds.set({ onOpen })); // another tab's board is not ours
    if (state.asking !== asking) return;
    stop();
    if (item) show(round, item, isByKey);
    else endRound(round);
  } catch (error) {
    if (state.asking !== asking) return;
    stop();
    onFail(error);
  }
}

/** Wait no more for what was asked for. */
function stop() {
  state.asking?.cancel?.();
  rounds.set({ asking: null });
}

function show(round, item, isByKey) {
  const { position, start = position, moves = item.soFar ?? [], puzzle, isAnswered } = item;
  const exercise = { round, item, state: "asked", isAnswered, once: `${Math.random()}` };
  const isStep = puzzle && shown.root.puzzle && exerciseShown() && !round.pause; // of the browser's history
  const ask = () => load(start, moves, moves.length, { exercise, puzzle });
  rounds.set({ current: exercise });
  if (isStep) ask();
  else silently(ask);
  if (!round.tab) byId("exercises").open = false;
  window.scrollTo(0, 0);
  showBoard();
  if (isByKey) focusBoard();
}

/** Let a round be over: what it was like is said. */
export function endRound(round) {
  round.pause?.();
  round.isOver = true;
  stop();
  rounds.set({ current: null, ended: round });
  byId("exercises").open = true;
}

// -------------------------------- an answer

/** Ask the engine for an act, to judge a `move` or to show the answer; the exercise is then in another state. */
async function tell(exercise, act, move = null) {
  const { round, item, node, state: before, isAnswered, once } = exercise, { root } = shown, begun = performance.now();
  exercise.state = "judging";
  round.pause?.();
  goTo(move ? child(node, move) : node, true);
  try {
    const seconds = exercise.spent + (begun - exercise.since) / 1000;
    const how = { isFirst: !isAnswered, seconds, node, once };
    const found = await ask({ do: `${round.kind}.${act}`, ...round.fields(item, act, how), ...(move && { move }), ...keptAs(how) });
    const told = await round.told(item, found, move, how);
    if (!move) node.children = []; // what one tried: one steps on along the answer
    const way = move ? [move, ...(told.replies ?? [])] : told.lines?.().at(-1)?.[1] ?? [told.best].flat().slice(0, 1), end = way.reduce(child, node);
    Object.assign(exercise, answered(exercise, told, move, move ? end : node), { spent: seconds, since: performance.now() });
    if (!isAnswered && exercise.isAnswered) {
      round.answered?.(item, exercise.state === "right");
      round.hasAnswers = true;
      showProgress().then(rounds.redraw); // with the answer that was kept
    }
  } catch (error) {
    exercise.state = before;
    if (shown.root === root) goTo(node, true);
    fail(error);
    return;
  }
  if (round.pause && !exercise.told.goesOn) {
    if (state.current === exercise) goOn(() => round);
  } else if (shown.root === root) {
    goTo(exercise.last, true);
    if (isOurs(round) && !exercise.told.goesOn) focusNext();
  }
}

/** Let a key lead on: where the focus was on the board, or on a button that does nothing any more. */
function focusNext() {
  const { activeElement } = document, isDone = FINISHED.includes(exerciseShown().state);
  if (activeElement !== document.body && !byId("grid").contains(activeElement)) return;
  part(isDone ? "next" : "again").focus({ preventScroll: true });
}

export const choose = (move) => tell(exerciseShown(), "answer", move);

async function giveHint() {
  const exercise = exerciseShown(), { round, item, node } = exercise;
  const { hint } = item.hint ? item : await ask({ do: `${round.kind}.hint`, ...round.fields(item, "hint", { node }) });
  if (exercise.node !== node || exercise.state === "judging") return;
  exercise.hint = () => (hint ? sentence(hint) : t("No move loses a disc here."));
  rounds.redraw();
  part("said").scrollIntoView({ block: "nearest" });
}

/** Show the exercise that is being asked, before any move. */
function again({ detail }) {
  const exercise = exerciseShown() ?? state.current;
  exercise.told = null; // it begins anew
  goTo(exercise.node, true);
  showBoard();
  if (!detail) focusBoard(); // by a key
  return true;
}

/** Lead back to the exercise, where a tap on the board asks for it; return whether that could be. */
export const retry = () => !buttonsOf(now()).again.hidden && !state.asking && again({ detail: 1 });

function next() {
  const exercise = exerciseShown() ?? state.current, { round, item } = exercise;
  if (state.current && state.current.round !== round && !hasDropped()) return;
  if (!exercise.isAnswered) round.skipped?.(item);
  goOn(() => round);
}

// -------------------------------- what is shown

/** Draw the lines of what was told of an exercise; they stay as they are while one steps through them. */
const drawLines = whenOther((told, node) => {
  offerLines(part("lines"), told?.lines?.() ?? [], (line, step) => {
    goTo(line.slice(0, step).reduce(child, told.from ?? node), true);
    showBoard();
  });
});

function draw() {
  const present = now(), over = overRound(present), isBusy = isThinking(present);
  const exercise = over && !present.exercise?.isReviewed ? null : present.exercise, { told, round, item, hint } = exercise ?? {};
  sayStatus(statusText(present));
  for (const [name, how] of Object.entries(buttonsOf(present))) Object.assign(part(name), how);
  part("next").textContent = exercise?.isAnswered ? t("Next") : t("Skip");
  part("next").className = FINISHED.includes(exercise?.state) ? "main" : exercise?.isAnswered ? "" : "skip";
  part("score").textContent = (round ?? over)?.score(item, exercise?.isAnswered) ?? "";
  sayIn("practise-said", !exercise || isBusy ? "" : (hint ?? told?.said)?.() ?? "");
  byId("practise-reasons").textContent = (exercise && !isBusy && !hint && told?.more?.()) || "";
  part("more").hidden = !byId("practise-reasons").textContent;
  const shows = exercise && !isBusy && (over || !round.pause);
  drawLines(shows ? told : undefined, shows ? exercise.node : null, language());
  refill(part("end"), over?.end() ?? []);
}

// -------------------------------- as the tab uses it

export function makeRounds() {
  rounds.draw = ({ current, ended }) => {
    if (isOpen("practise") || isOurs(current?.round ?? ended)) draw();
    shell.redraw();
  };
  rounds.set({ interrupted: kept("practised") });
  window.addEventListener("pagehide", () => keep("practised", state.current ? saved(state.current) : state.interrupted));
  on("practise-hint", "click", () => giveHint().catch(fail));
  on("practise-show", "click", () => tell(exerciseShown(), "show"));
  on("practise-again", "click", again);
  on("practise-next", "click", next);
  on("practise-end-run", "click", () => (state.asking?.cancel ? stop() : endRound(state.current.round)));
}

/** Return what is kept of an exercise and its round, null if that does not go on after a reload. */
function saved(exercise) {
  const { round, item, node, isAnswered } = exercise;
  return round.saved ? { ...round.saved(exercise), puzzle: item.puzzle, soFar: movesTo(node), isAnswered } : null;
}

/** Return the round that a reload interrupted, if it asked this puzzle, or any; null without one, or if damaged. */
function takeInterrupted(puzzle) {
  const before = state.interrupted;
  if (puzzle && before?.puzzle !== puzzle) return null;
  rounds.set({ interrupted: null });
  try {
    const { item, soFar, isAnswered } = before, again = item && checkWay({ ...item, soFar, isAnswered });
    return Object.assign(tabs.practise.kinds[before.round](before), { again });
  } catch {
    return null;
  }
}

/** Another position is shown: an exercise that begins, or a puzzle from an address, or from before a reload. */
export function changed() {
  const { root } = shown, { exercise } = root;
  if (exercise && !exercise.node) {
    Object.assign(exercise, { start: exercise.item.soFar ? root : shown.node, node: shown.node, since: performance.now(), spent: 0 });
  }
  if (root.puzzle && !exercise && !root.isTaken) {
    root.isTaken = true;
    startRound(() => takeInterrupted(root.puzzle) ?? tabs.practise.kinds.puzzles({ queue: [{ number: root.puzzle }] }));
  }
  runClock();
  rounds.redraw();
}

/** Go on where the tab is opened: with the exercise that waits, or the round of before a reload. */
export function enter() {
  const { asking, onOpen } = state, { puzzle } = shown.root, exercise = exerciseShown(), current = ours(state.current);
  const round = current || asking || exercise || puzzle ? null : takeInterrupted();
  byId("exercises").open ||= !current && !exercise && !puzzle;
  onOpen?.();
  if (round) startRound(() => round, () => {});
  else if (current && !exercise && !puzzle) silently(() => goTo(current.node, true));
  else changed();
}

/** Let the clock of a round run while its exercise is asked, in a tab that stays open. */
export function runClock(isStaying = true) {
  const { current } = state;
  if (!current) return;
  const isRunning = isStaying && exerciseShown() === current && current.state === "asked";
  (isRunning ? current.round.goOn : current.round.pause)?.();
}

export const marks = () => marksOf(now());

export const whyNot = () => refusal(now());
