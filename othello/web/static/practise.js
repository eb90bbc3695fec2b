// Practise: one exercise after another on the board. Which ones, and what an answer is worth, is said by puzzles.js,
// mistakes.js and drills.js, each as a round: see `startRound`.

import { makeDrills } from "./drills.js";
import { byId, refill } from "./elements.js";
import { hideExplanation } from "./explain.js";
import { showBoard } from "./grid.js";
import { makeMistakes, mistakesRound, offerMistakes, practiseGames, retellMistakes } from "./mistakes.js";
import { keep, kept } from "./kept.js";
import { offerLines } from "./moves.js";
import { makePerson, offerPersons, showProgress } from "./person.js";
import { makePuzzles, puzzleRound } from "./puzzles.js";
import { squareOf } from "./rules.js";
import { t } from "./texts.js";
import { child, goTo, load, shown } from "./tree.js";

const FINISHED = ["right", "shown"];

let page = null, isOpen = false, isAsking = false, current = null, ended = null, drawn = null, asked = 0, interrupted = null;

// An exercise stands at the root of its tree. It has the `round` that asked it, its `item`, the `node` in which a move is to
// be found, its `state` ("asked", "judging", "wrong", "right" or "shown"), whether it `isAnswered`, which it is at the first
// answer, and what was `told` of the last one.
const exerciseShown = () => shown.root.exercise ?? null;

// ---------------------------------------------------------------- one after another

/**
 * Begin a round. It has these methods:
 *
 * - `next()` promises an item to ask, or null at the end: its `position`, and perhaps the `moves` that lead to it from `start`,
 *   the move that was `played`, the number that it has as a `puzzle`;
 * - `task(item)`, `score()`, and where there is one `hint(item)`, return texts;
 * - `judge(item, move, {isFirst, seconds})` and `reveal(item, {isFirst})` promise what is `told`: `right`, the move that is
 *   `best` if it is to be shown, the opponent's `reply`, and functions that return the `verdict`, more that is `said`, and
 *   `lines` with their names;
 * - `answered(item, isRight)` notes the first answer, `skipped(item)` that there is none;
 * - `end()` returns what is shown at the end, and `saved()`, if it can be taken up after a reload, what `resume` needs;
 * - `pause()`, `goOn()` and `stop()`, if it has a clock; such a round goes on by itself, and gives no help.
 */
export function startRound(round) {
  current?.round.stop?.();
  current = ended = null;
  return goOn(round);
}

async function goOn(round) {
  const own = ++asked;
  isAsking = true;
  draw();
  try {
    const item = await round.next();
    if (own !== asked) return;
    isAsking = false;
    if (item) show(round, item);
    else endRound(round);
  } catch (error) {
    if (own !== asked) return;
    isAsking = false;
    draw();
    page.fail(error);
  }
}

function show(round, item) {
  const { position, start = position, moves = [], puzzle } = item, exercise = { round, item, state: "asked", isAnswered: false };
  current = exercise;
  page.silently(() => load(start, moves, moves.length, { exercise, puzzle }));
  if (!isOpen) return;
  round.goOn?.();
  showBoard();
}

/** Let a round be over: what it was like is said. */
export function endRound(round) {
  round.stop?.();
  asked++;
  isAsking = false;
  current = null;
  ended = round;
  draw();
}

// ---------------------------------------------------------------- an answer

/** Do what `telling` promises to tell of the exercise; it is then in `state`, which may depend on what is told. */
async function tell(exercise, telling, stateOf, move = null) {
  const { round, item, node, state: before, isAnswered } = exercise, { root } = shown;
  exercise.state = "judging";
  round.pause?.();
  goTo(move ? child(node, move) : node, true);
  try {
    const told = await telling({ isFirst: !isAnswered, seconds: (performance.now() - exercise.since) / 1000 });
    Object.assign(exercise, { told, state: stateOf(told), isAnswered: true, isHinted: false });
    if (!isAnswered) {
      round.answered(item, exercise.state === "right");
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
    const moves = move ? [move, exercise.told.reply].filter(Boolean) : [];
    goTo(moves.reduce(child, node), true);
    if (isOpen) focusNext();
  }
}

/** Let a key lead on: where the focus was on the board, or on a button that does nothing any more. */
function focusNext() {
  const { activeElement } = document, isDone = FINISHED.includes(exerciseShown().state);
  if (activeElement !== document.body && !byId("grid").contains(activeElement)) return;
  byId(isDone ? "practise-next" : "practise-again").focus({ preventScroll: true });
}

function focusBoard() {
  byId("grid").querySelector("[tabindex='0']").focus({ preventScroll: true });
}

function choose(move) {
  const exercise = exerciseShown(), { round, item } = exercise;
  tell(exercise, (how) => round.judge(item, move, how), ({ right }) => (right ? "right" : "wrong"), move);
}

function reveal() {
  const exercise = exerciseShown();
  tell(exercise, (how) => exercise.round.reveal(exercise.item, how), () => "shown");
}

function giveHint() {
  exerciseShown().isHinted = true;
  draw();
}

/** Show the exercise that is being asked, before any move. */
function again({ detail }) {
  const { node } = exerciseShown() ?? current;
  goTo(node, true);
  showBoard();
  if (!detail) focusBoard(); // by a key
}

async function next({ detail }) {
  const exercise = exerciseShown() ?? current, { round, item } = exercise;
  if (!exercise.isAnswered) round.skipped(item);
  await goOn(round);
  if (!detail && current) focusBoard();
}

// ---------------------------------------------------------------- what is shown

/** Return whether the exercise on the board is one of a round that is over. */
function isOver() {
  return ended !== null && (exerciseShown()?.round ?? ended) === ended;
}

function mayMove() {
  const exercise = exerciseShown();
  return !isAsking && exercise !== null && !isOver() && shown.node === exercise.node && ["asked", "wrong"].includes(exercise.state);
}

function refusal() {
  const exercise = exerciseShown();
  if (isAsking || exercise?.state === "judging") return t("Thinking …");
  if (!exercise || isOver()) return t("Choose what to practise.");
  return FINISHED.includes(exercise.state) ? t("“Next” goes on.") : t("“Try again” leads back to the exercise.");
}

function statusText() {
  const exercise = exerciseShown();
  if (isAsking || exercise?.state === "judging") return t("Thinking …");
  if (isOver()) return t("This round is over.");
  if (!exercise) return t("Choose what to practise.");
  const { state, told, round, item, node } = exercise, isOpenAgain = state === "wrong" && shown.node === node;
  return [state !== "asked" && told.verdict(), (state === "asked" || isOpenAgain) && round.task(item)].filter(Boolean).join(" ");
}

/** Show the lines of what was told of an exercise; they stay as they are while one steps through them. */
function drawLines({ told, node }) {
  if (drawn === told) return;
  drawn = told;
  offerLines(byId("practise-lines"), told?.lines() ?? [], (moves) => {
    goTo(moves.reduce(child, node), true);
    showBoard();
  });
}

function draw() {
  if (!isOpen) return;
  const exercise = isOver() ? null : exerciseShown(), { state = null, told, round, item, isHinted } = exercise ?? {};
  const isFinished = FINISHED.includes(state), isBusy = isAsking || state === "judging", hasClock = Boolean(round?.pause);
  const isThere = exercise !== null && !hasClock;
  byId("status").textContent = statusText();
  byId("practise-show").hidden = !isThere;
  byId("practise-hint").hidden = !isThere || !round.hint;
  byId("practise-hint").disabled = byId("practise-show").disabled = isBusy || isFinished;
  byId("practise-again").hidden = hasClock || isOver() || !(exercise ? shown.node !== exercise.node && !isFinished : current);
  byId("practise-again").disabled = isBusy;
  byId("practise-next").hidden = !isThere;
  byId("practise-next").disabled = isBusy;
  byId("practise-next").textContent = exercise?.isAnswered ? t("Next") : t("Skip");
  byId("practise-end-run").hidden = byId("practise-clock").hidden = !hasClock;
  byId("practise-score").textContent = (round ?? ended)?.score() ?? "";
  byId("practise-said").textContent = !exercise || isBusy ? "" : isHinted ? round.hint(item) : told?.said() ?? "";
  drawLines(exercise && !isBusy && !hasClock ? exercise : {});
  refill(byId("practise-end"), isOver() ? ended.end() : []);
  page.draw();
}

// ---------------------------------------------------------------- the tab

function begin(given) {
  page = given;
  const forRounds = { ...page, startRound, endRound };
  for (const make of [makePuzzles, makeMistakes, makeDrills, makePerson]) make(forRounds);
  interrupted = kept("practised");
  window.addEventListener("pagehide", () => keep("practised", current?.round.saved?.() ?? interrupted));
  byId("practise-hint").addEventListener("click", giveHint);
  byId("practise-show").addEventListener("click", reveal);
  byId("practise-again").addEventListener("click", again);
  byId("practise-next").addEventListener("click", next);
  byId("practise-end-run").addEventListener("click", () => endRound(current.round));
}

/** Take up the round that a reload has interrupted, if none has begun. */
function resume() {
  const { found, order } = interrupted;
  interrupted = null;
  startRound(mistakesRound(found, order));
}

function changed() {
  const { root } = shown, { exercise } = root;
  hideExplanation();
  if (exercise && !exercise.node) Object.assign(exercise, { node: shown.node, since: performance.now() });
  if (root.puzzle && !exercise && !root.isTaken) { // from an address, or from before a reload
    root.isTaken = true;
    startRound(puzzleRound({ number: root.puzzle }));
  }
  draw();
}

/** The tab, as serve.js uses it. */
export const practise = {
  begin,
  changed,
  enter: () => {
    const { exercise, puzzle } = shown.root;
    isOpen = true;
    offerMistakes();
    offerPersons();
    if (interrupted && !current && !exercise && !puzzle) resume();
    else if (current && !exercise && !puzzle) page.silently(() => goTo(current.node, true));
    else changed();
    if (current?.state === "asked") current.round.goOn?.();
  },
  leave: () => {
    isOpen = false;
    current?.round.pause?.();
  },
  choose,
  mistakesOf: practiseGames,
  retell: () => {
    retellMistakes();
    drawn = null;
    draw();
  },
  marks: () => {
    const exercise = exerciseShown(), isThere = exercise !== null && shown.node === exercise.node;
    const { item: { played } = {}, state, told } = exercise ?? {};
    return {
      canMove: mayMove(),
      ringed: isThere && state === "shown" ? squareOf(told.best) : null,
      crossed: isThere && played ? squareOf(played) : null,
    };
  },
  refusal,
};
