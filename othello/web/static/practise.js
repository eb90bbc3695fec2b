// Practise: one exercise after another on the board. Which ones, and what an answer is worth, is said by puzzles.js,
// mistakes.js, endgames.js and drills.js, each as a round: see `startRound`.

import { drillRound, makeDrills } from "./drills.js";
import { byId, on, refill } from "./elements.js";
import { endgameRound, makeEndgames } from "./endgames.js";
import { hideExplanation } from "./explain.js";
import { showBoard } from "./grid.js";
import { isLooking, makeMistakes, mistakesRound, offerMistakes, practiseGames, retellMistakes } from "./mistakes.js";
import { keep, kept } from "./kept.js";
import { offerLines } from "./moves.js";
import { makePerson, offerPersons, showProgress } from "./person.js";
import { makePuzzles, puzzleRound, runRound } from "./puzzles.js";
import { squareOf } from "./rules.js";
import { onTranslate, t } from "./texts.js";
import { child, goTo, load, shown } from "./tree.js";

const part = (name) => byId(`practise-${name}`);

const FINISHED = ["right", "shown"];
const ROUNDS = { drill: drillRound, endgames: endgameRound, mistakes: mistakesRound, puzzles: puzzleRound, run: runRound };

let page = null, isOpen = false, isAsking = false, current = null, ended = null, drawn = null, asked = 0, interrupted = null, onOpen = null;

// An exercise stands at the root of its tree. It has the `round` that asked it, its `item`, the node at which it has its
// `start` and the `node` in which a move is to be found now, its `state` ("asked", "judging", "wrong", "right" or "shown"),
// whether it `isAnswered`, which it is at the first answer, what was `told` of the last move, and the `hint` to the next.
const exerciseShown = () => shown.root.exercise ?? null;

// -------------------------------- one after another

/**
 * Begin a round. It has these methods:
 *
 * - `next()` promises an item, or null at the end: its `position`, and perhaps the `moves` that lead to it from `start`, the move
 *   that was `played`, its number as a `puzzle`; after a reload the moves `soFar` from the position, and whether it `isAnswered`;
 * - `task(item, node)` and `score(item)` return texts; `hint(item, node)`, where there is one, a function that does, or a promise
 *   of it;
 * - `judge(item, move, how)` and `reveal(item, how)`, with `isFirst`, `seconds`, `node` and `once`, a name of the answer, promise what
 *   is `told`: `right`, the move, or moves, `best` if it is to be shown, the opponent's `replies`, and functions that return the
 *   `verdict`, more that is `said`, and `lines` with their names. If it `goesOn`, the next move is to be found then. The lines begin
 *   at the node `from`, in which another move was `played` than the best, or else where the move was to be found;
 * - `answered(item, isRight)` notes the first answer, `skipped(item)` that there is none;
 * - `end()`, if it comes to an end, returns what is shown then;
 * - `saved(exercise)` returns what its function in `ROUNDS` needs to go on after a reload, and as `round` the name there;
 * - `pause()`, `goOn()` and `stop()`, if it has a clock; such a round goes on by itself, and gives no help.
 *
 * It `hasAnswers` once there is one, and `isOver` at the end. A round that would lose answers is not dropped without a question.
 */
async function startRound(round, fail) {
  if (hasDropped()) await goOn(round, fail);
}

/** Drop the round in use if that may be, else show it; return whether it was dropped. */
function hasDropped() {
  if (!mayDrop()) {
    if (exerciseShown() !== current) page.silently(() => goTo(current.node, true));
    return false;
  }
  if (current?.round.stop) endRound(current.round);
  current = ended = null;
  return true;
}

/** Return whether the round may be dropped: an endless one may, but not within an exercise of many moves. */
function mayDrop() {
  if (!current) return true;
  const { round, node, start, state } = current;
  if (!(round.end && round.hasAnswers) && (node === start || FINISHED.includes(state))) return true;
  round.pause?.();
  if (window.confirm(t("A round with answers is not over. End it?"))) return true;
  runClock();
  return false;
}

async function goOn(round, fail = page.fail) {
  const own = ++asked;
  isAsking = true;
  draw();
  try {
    const item = await round.next();
    if (!isOpen) await new Promise((resolve) => { onOpen = resolve; }); // another tab's board is not ours
    if (own !== asked) return;
    isAsking = false;
    if (item) show(round, item);
    else endRound(round);
  } catch (error) {
    if (own !== asked) return;
    isAsking = false;
    draw();
    fail(error);
  }
}

function show(round, item) {
  const { position, start = position, moves = item.soFar ?? [], puzzle, isAnswered } = item;
  const exercise = { round, item, state: "asked", isAnswered, once: `${Math.random()}` };
  const isStep = puzzle && shown.root.puzzle && exerciseShown() && !round.pause; // of the browser's history
  const ask = () => load(start, moves, moves.length, { exercise, puzzle });
  current = exercise;
  if (isStep) ask();
  else page.silently(ask);
  showBoard();
  if (document.activeElement.matches("#practise details button:focus-visible")) focusBoard();
}

/** Let a round be over: what it was like is said. */
function endRound(round) {
  round.stop?.();
  asked++;
  isAsking = false;
  current = null;
  ended = round;
  round.isOver = true;
  draw();
}

// -------------------------------- an answer

/** Do what `telling` promises to tell of the exercise; it is then in `state`, which may depend on what is told. */
async function tell(exercise, telling, stateOf, move = null) {
  const { round, item, node, state: before, isAnswered, once } = exercise, { root } = shown, now = performance.now();
  exercise.state = "judging";
  round.pause?.();
  goTo(move ? child(node, move) : node, true);
  try {
    const spent = exercise.spent + (now - exercise.since) / 1000;
    const told = await telling({ isFirst: !isAnswered, seconds: spent, node, once });
    const last = (move ? [move, ...(told.replies ?? [])] : []).reduce(child, node);
    Object.assign(exercise, { told, last, spent, since: performance.now(), state: stateOf(told), hint: null });
    exercise.node = told.goesOn ? last : told.from === undefined ? node : exercise.start;
    exercise.isAnswered ||= !told.goesOn;
    if (!isAnswered && exercise.isAnswered) {
      round.answered(item, exercise.state === "right");
      round.hasAnswers = true;
      showProgress(); // with the answer that was kept
    }
  } catch (error) {
    exercise.state = before;
    if (shown.root === root) goTo(node, true);
    page.fail(error);
    return;
  }
  if (round.pause) {
    if (current === exercise) goOn(round);
  } else if (shown.root === root) {
    goTo(exercise.last, true);
    if (isOpen && !exercise.told.goesOn) focusNext();
  }
}

/** Let a key lead on: where the focus was on the board, or on a button that does nothing any more. */
function focusNext() {
  const { activeElement } = document, isDone = FINISHED.includes(exerciseShown().state);
  if (activeElement !== document.body && !byId("grid").contains(activeElement)) return;
  part(isDone ? "next" : "again").focus({ preventScroll: true });
}

function focusBoard() {
  byId("grid").querySelector("[tabindex='0']").focus({ preventScroll: true });
}

function choose(move) {
  const exercise = exerciseShown(), { round, item } = exercise;
  tell(exercise, (how) => round.judge(item, move, how), ({ goesOn, right }) => (goesOn ? "asked" : right ? "right" : "wrong"), move);
}

function reveal() {
  const exercise = exerciseShown();
  tell(exercise, (how) => exercise.round.reveal(exercise.item, how), () => "shown");
}

async function giveHint() {
  const exercise = exerciseShown(), { round, item, node } = exercise;
  try {
    const hint = await round.hint(item, node);
    if (exercise.node !== node || exercise.state === "judging") return;
    exercise.hint = hint;
    draw();
    part("said").scrollIntoView({ block: "nearest" });
  } catch (error) {
    page.fail(error);
  }
}

/** Show the exercise that is being asked, before any move. */
function again({ detail }) {
  const exercise = exerciseShown() ?? current;
  if (exercise.told?.from !== undefined) exercise.told = null; // it begins anew
  goTo(exercise.node, true);
  showBoard();
  if (!detail) focusBoard(); // by a key
}

async function next({ detail }) {
  const exercise = exerciseShown() ?? current, { round, item } = exercise;
  if (current && current.round !== round && !hasDropped()) return;
  if (!exercise.isAnswered) round.skipped(item);
  await goOn(round);
  if (!detail && current) focusBoard();
}

// -------------------------------- what is shown

/** Return the round of the exercise on the board, or else the one that has just ended, if it is over. */
function overRound() {
  const round = exerciseShown()?.round ?? ended;
  return round?.isOver ? round : null;
}

/** Return whether another exercise is to come. */
const isWaiting = () => isAsking || isLooking();

const isThinking = () => isWaiting() || exerciseShown()?.state === "judging";

function mayMove() {
  const exercise = exerciseShown();
  return !isWaiting() && exercise !== null && !overRound() && shown.node === exercise.node && ["asked", "wrong"].includes(exercise.state);
}

function refusal() {
  const exercise = exerciseShown();
  if (isThinking()) return t("Thinking …");
  if (!exercise || overRound()) return t("Choose what to practise.");
  return FINISHED.includes(exercise.state) ? t("“Next” goes on.") : t("“Try again” leads back to the exercise.");
}

function statusText() {
  const exercise = exerciseShown();
  if (isThinking()) return t("Thinking …");
  if (overRound()) return t("This round is over.");
  if (!exercise) return t("Choose what to practise.");
  const { state, told, round, item, node } = exercise, isOpenAgain = state === "wrong" && shown.node === node;
  return [told?.verdict(), (state === "asked" || isOpenAgain) && round.task(item, node)].filter(Boolean).join(" ");
}

/** Show the lines of what was told of an exercise; they stay as they are while one steps through them. */
function drawLines({ told, node }) {
  if (drawn === told) return;
  drawn = told;
  offerLines(part("lines"), told?.lines() ?? [], (moves) => {
    goTo(moves.reduce(child, told.from ?? node), true);
    showBoard();
  });
}

function draw() {
  if (!isOpen) return;
  const over = overRound(), exercise = over ? null : exerciseShown(), { state = null, told, round, item, hint } = exercise ?? {};
  const isFinished = FINISHED.includes(state), isBusy = isThinking(), hasClock = Boolean(round?.pause);
  const isThere = exercise !== null && !hasClock;
  byId("status").textContent = statusText();
  part("show").hidden = !isThere;
  part("hint").hidden = !isThere || !round.hint;
  part("hint").disabled = part("show").disabled = isBusy || isFinished;
  part("again").hidden = hasClock || over !== null || !(exercise ? shown.node !== exercise.node && !isFinished : current);
  part("again").disabled = isBusy;
  part("next").hidden = !isThere;
  part("next").disabled = isBusy;
  part("next").textContent = exercise?.isAnswered ? t("Next") : t("Skip");
  part("clock").hidden = !hasClock;
  part("end-run").hidden = !round?.end || round !== current?.round;
  part("score").textContent = (round ?? over)?.score(item) ?? "";
  part("said").textContent = !exercise || isBusy ? "" : (hint ?? told?.said)?.() ?? "";
  drawLines(exercise && !isBusy && !hasClock ? exercise : {});
  refill(part("end"), over?.end() ?? []);
  page.draw();
}

// -------------------------------- the tab

function begin(given) {
  page = given;
  const forRounds = { ...page, startRound, endRound, drawRound: draw };
  for (const make of [makePuzzles, makeMistakes, makeEndgames, makeDrills, makePerson]) make(forRounds);
  interrupted = kept("practised");
  window.addEventListener("pagehide", () => keep("practised", current ? current.round.saved(current) : interrupted));
  onTranslate(() => { // also while another tab is open
    drawn = null;
    retellMistakes();
  });
  on("practise-hint", "click", giveHint);
  on("practise-show", "click", reveal);
  on("practise-again", "click", again);
  on("practise-next", "click", next);
  on("practise-end-run", "click", () => endRound(current.round));
}

/** Return the round that a reload interrupted, if it asked this puzzle, or any; null without one, or if damaged. */
function takeInterrupted(puzzle) {
  const before = interrupted;
  if (puzzle && before?.puzzle !== puzzle) return null;
  interrupted = null;
  try {
    return ROUNDS[before.round](before);
  } catch {
    return null;
  }
}

function changed() {
  const { root } = shown, { exercise } = root;
  hideExplanation();
  if (exercise && !exercise.node) {
    Object.assign(exercise, { start: exercise.item.soFar ? root : shown.node, node: shown.node, since: performance.now(), spent: 0 });
  }
  if (root.puzzle && !exercise && !root.isTaken) { // from an address, or from before a reload
    root.isTaken = true;
    startRound(takeInterrupted(root.puzzle) ?? puzzleRound({ puzzle: root.puzzle }));
  }
  runClock();
  draw();
}

function runClock() {
  if (current) (isOpen && exerciseShown() === current && current.state === "asked" ? current.round.goOn : current.round.pause)?.();
}

/** The tab, as serve.js uses it. */
export const practise = {
  begin,
  changed,
  enter: () => {
    const { exercise, puzzle } = shown.root, round = current || isAsking || exercise || puzzle ? null : takeInterrupted();
    isOpen = true;
    onOpen?.();
    offerMistakes();
    offerPersons();
    if (round) startRound(round, () => {});
    else if (current && !exercise && !puzzle) page.silently(() => goTo(current.node, true));
    else changed();
  },
  leave: () => {
    isOpen = false;
    runClock();
  },
  choose,
  mistakesOf: practiseGames,
  redraw: draw,
  marks: () => {
    const { node, item: { played } = {}, state, told } = exerciseShown() ?? {}, isThere = shown.node === node;
    const isWrong = Boolean(told?.from) && shown.node === told.from;
    return {
      canMove: mayMove(),
      ringed: isWrong || (isThere && state === "shown") ? [told.best].flat().map(squareOf) : [],
      crossed: isWrong ? squareOf(told.played) : isThere && played ? squareOf(played) : null,
    };
  },
  refusal,
};
