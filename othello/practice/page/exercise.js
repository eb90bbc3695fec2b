// Exercises on the board, without the page: one after another in a round, what can be done with each, what is said.
//
// An exercise stands at the root of its tree. It has the `round` that asked it, its `item`, the node at which it has its `start` and
// the `node` in which a move is to be found now, its `state` ("asked", "judging", "wrong", "right" or "shown"), whether it
// `isAnswered`, which it is at the first answer, what was `told` of the last move, and the `hint` to the next.
//
// `now` is the state here with the `node` that is shown and its `exercise`, or null.

import { after, legalMoves, opponentOf, positionOf, squareOf } from "./rules.js";
import { t } from "./texts.js";
import { sideText } from "./words.js";

export const FINISHED = ["right", "shown"];

/** What is `asking` for the next exercise, with a text on its `progress` and perhaps `cancel`; the `current` one; the round that `ended`; that of before a reload. */
export const FIRST = { asking: null, current: null, ended: null, interrupted: null, onOpen: null };

/** Return the round of the exercise on the board, or else the one that has just ended, if it is over. */
export function overRound(now) {
  const round = now.exercise?.round ?? now.ended;
  return round?.isOver ? round : null;
}

/** Return an item as it was kept, if its moves `soFar` lead to a position of the same side; else it is damaged. */
export function checkWay(item) {
  const start = positionOf(item.position), play = (now, move) => (legalMoves(now).includes(move) ? after(now, move) : {});
  if (item.soFar && item.soFar.reduce(play, start).turn !== start.turn) throw new Error("damaged");
  return item;
}

/** Return whether a round may be dropped without a question: an endless one, but not within an endgame. */
export function isNothingLost(current) {
  if (!current) return true;
  const { round, node, start, state } = current;
  return !(round.end && round.hasAnswers && !round.isKept) && (round.kind !== "endgame" || node === start || FINISHED.includes(state));
}

/** Return what an exercise has once something was `told` of a move, or without one of the answer; it led to the `last` node. */
export function answered({ node, start, isAnswered }, told, move, last) {
  const state = !move ? "shown" : told.goesOn ? "asked" : told.right ? "right" : "wrong";
  const next = told.goesOn ? last : told.from === undefined ? node : start;
  return { told, last, state, hint: null, node: next, isAnswered: isAnswered || !told.goesOn };
}

export const isThinking = ({ asking, exercise }) => asking !== null || exercise?.state === "judging";

const thinkingText = ({ asking }) => asking?.progress() ?? t("Thinking …");

/** Return why a click does not move. */
export function refusal(now) {
  if (isThinking(now)) return thinkingText(now);
  if (!now.exercise || overRound(now)) return t("Choose what to practise.");
  return FINISHED.includes(now.exercise.state) ? t("“Next” goes on.") : t("“Try again” leads back to the exercise.");
}

export function statusText(now) {
  const { exercise } = now;
  if (isThinking(now)) return thinkingText(now);
  if (overRound(now) && exercise) return exercise.isReviewed ? exercise.told.verdict() : t(exercise.round.tab ? "The lesson is done." : "This round is over.");
  if (!exercise) return t("Choose what to practise.");
  const { state, told, round, item, node } = exercise, isOpenAgain = state === "wrong" && now.node === node;
  return [told?.verdict(), (state === "asked" || isOpenAgain) && round.task(item, node)].filter(Boolean).join(" ");
}

/** Return of each button, and of the clock, whether it is `hidden` or `disabled`. */
export function buttonsOf(now) {
  const over = overRound(now), exercise = over ? null : now.exercise, { state = null, round } = exercise ?? {};
  const isFinished = FINISHED.includes(state), isBusy = isThinking(now), hasClock = Boolean(round?.pause);
  const isThere = exercise !== null && !hasClock, isElsewhere = exercise ? now.node !== exercise.node && !isFinished : now.current !== null;
  return {
    show: { hidden: !isThere, disabled: isBusy || isFinished },
    hint: { hidden: !isThere || !round.hint, disabled: isBusy || isFinished || isElsewhere || Boolean(exercise?.hint) },
    again: { hidden: hasClock || over !== null || !isElsewhere, disabled: isBusy },
    next: { hidden: !isThere, disabled: isBusy },
    clock: { hidden: !hasClock },
    "end-run": { hidden: !now.asking?.cancel && (!round?.end || round.isKept || round !== now.current?.round) },
  };
}

/** Return what the board shows of the exercise: the answer once that is known, and the move that was bad. */
export function marksOf(now) {
  const { node, item: { played } = {}, state, told } = now.exercise ?? {}, isThere = now.node === node;
  const isWrong = Boolean(told?.from) && now.node === told.from;
  return {
    canMove: isThere && !isThinking(now) && !overRound(now) && !FINISHED.includes(state),
    ringed: isWrong || (isThere && state === "shown") ? [told.best].flat().map(squareOf) : [],
    crossed: [isWrong ? told.played : isThere && played].filter(Boolean).map(squareOf),
  };
}

// -------------------------------- what is told of answers to exercises of all kinds

export const judgedText = (isRight, move, loss) => t(isRight ? "Right: {move}." : "{move} is not the best move: {loss} discs fewer.", { move, loss });

/** Return how the other side went on after a move of `side`, and both sides while that had to pass. */
export const repliesText = (replies, side) => replies.map((move, index) => {
  const other = sideText((side === "X") === (index % 2 === 0) ? "O" : "X");
  return move === "pass" ? t("{side} had to pass.", { side: other }) : t(index ? "{side} played {move}." : "{side} answers {move}.", { side: other, move });
}).join(" ");

export const answerText = (move) => t("The answer is {move}.", { move });

export function leadsToText({ turn }, score, isExact = true) {
  const discs = Math.round(Math.abs(score)), side = sideText(score > 0 ? turn : opponentOf(turn));
  return discs ? t(isExact ? "{side} wins by {discs}." : "{side} is about {discs} discs ahead.", { side, discs }) : t("It is a draw.");
}

/** Return a line after a move, with its name. */
export const lineAfter = (move, line) => [t("After {move}", { move }), line];

// -------------------------------- one exercise after the other

/**
 * Return the methods of a round that say which of some items is next, and how it goes: what was answered wrongly comes once more at the
 * end, until it is right. `order` has, by the items' numbers, whether the first answers were right, and those that are waiting; it is
 * given as it was before the page was loaded again.
 */
export function inOrder(items, order = { answers: {}, waiting: [...items.keys()] }) {
  if (![...Object.keys(order.answers), ...order.waiting].every((number) => items[number])) throw new Error("damaged");
  const skipped = (item) => { order.waiting = order.waiting.filter((number) => items[number] !== item); };
  return {
    order,
    hasAnswers: Object.keys(order.answers).length > 0,
    next: async () => items[order.waiting[0]] ?? null,
    answered(item, isRight) {
      const number = items.indexOf(item);
      order.answers[number] ??= isRight;
      skipped(item);
      if (!isRight) order.waiting.push(number);
    },
    skipped,
    score() {
      const answers = Object.values(order.answers), values = { right: answers.filter(Boolean).length, all: answers.length, left: order.waiting.length };
      return t(answers.length ? "Right: {right} of {all}. To go: {left}." : "To go: {left}.", values);
    },
  };
}
