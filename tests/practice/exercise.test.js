// Practise: one exercise after another, what can be done with each, what is said.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as exercise from "#page/exercise.js";
import { practise } from "#page/practise.js";
import { child } from "#page/tree.js";
import { table, treeOf } from "./support.js";

const verdict = (text) => ({ verdict: () => text, said: () => "", lines: () => [] });
const ROUND = { task: () => "Find the move.", score: () => "", hint: () => "" };

/** Return `now` at an exercise after moves, whose round and state are given; `more` is other state. */
function asked(state = {}, round = {}, more = {}) {
  const node = treeOf("f5d6"), own = { round: { ...ROUND, ...round }, item: {}, node, start: node, state: "asked", ...state };
  return { ...exercise.FIRST, current: own, exercise: own, node, ...more };
}

/** Return `now` where no exercise is. */
function nothing(more = {}) {
  return { ...exercise.FIRST, exercise: null, node: treeOf(""), ...more };
}

const ANALYSIS = { progress: () => "Analysed 1 of 60 moves" };
const OVER = { isOver: true, end: () => [] };
const elsewhere = (now) => ({ ...now, node: now.node.parent });
const WRONG = { state: "wrong", told: verdict("Wrong: c4.") }, RIGHT = { state: "right", told: verdict("Right: c3.") };

table("what is said", exercise.statusText, [
  [[nothing()], "Choose what to practise."],
  [[nothing({ asking: ANALYSIS })], "Analysed 1 of 60 moves"],
  [[nothing({ ended: OVER })], "Choose what to practise."],
  [[asked()], "Find the move."],
  [[elsewhere(asked())], "Find the move."],
  [[asked({ state: "judging" })], "Thinking …"],
  [[asked(WRONG)], "Wrong: c4. Find the move."],
  [[elsewhere(asked(WRONG))], "Wrong: c4."],
  [[asked(RIGHT)], "Right: c3."],
  [[asked({ told: verdict("Nothing lost.") })], "Nothing lost. Find the move."],
  [[asked({}, OVER)], "This round is over."],
]);

table("why a click does not move", exercise.refusal, [
  [[nothing()], "Choose what to practise."],
  [[asked({ state: "judging" })], "Thinking …"],
  [[elsewhere(asked(WRONG))], "“Try again” leads back to the exercise."],
  [[asked(RIGHT)], "“Next” goes on."],
  [[asked({}, OVER)], "Choose what to practise."],
]);

const canMove = (now) => exercise.marksOf(now).canMove;

table("whether a click moves", canMove, [
  [[nothing()], false],
  [[asked()], true],
  [[asked(WRONG)], true],
  [[asked(RIGHT)], false],
  [[elsewhere(asked())], false],
  [[asked({}, {}, { asking: ANALYSIS })], false],
  [[asked({}, OVER)], false],
]);

/** Return the names of the buttons that are hidden, and behind a point those that are disabled. */
function off(now) {
  const buttons = Object.entries(exercise.buttonsOf(now)), named = (how) => buttons.filter(([, each]) => each[how] && !(how === "disabled" && each.hidden)).map(([name]) => name);
  return [named("hidden").join(" "), ...named("disabled")].join(".");
}

const CLOCK = { pause: () => {}, end: () => [] };

table("buttons that are not there or do nothing", off, [
  [[nothing()], "show hint again next clock end-run"],
  [[asked()], "again clock end-run"],
  [[asked({}, { hint: undefined })], "hint again clock end-run"],
  [[elsewhere(asked())], "clock end-run.hint"],
  [[elsewhere(asked(WRONG))], "clock end-run.hint"],
  [[asked({ hint: verdict("") })], "again clock end-run.hint"],
  [[asked({ state: "judging" })], "again clock end-run.show.hint.next"],
  [[asked(RIGHT)], "again clock end-run.show.hint"],
  [[asked({}, { end: () => [] })], "again clock"],
  [[nothing({ current: asked().current })], "show hint next clock end-run"],
]);

test("a round that comes to an end can be ended, and one with a clock gives no help", () => {
  const now = asked({}, CLOCK);
  assert.equal(off(now), "show hint again next");
});

test("the answer is ringed once it is known, and the move of the game crossed", () => {
  const shown = asked({ state: "shown", told: { ...verdict(""), best: ["c3", "d3"] } });
  assert.deepEqual(exercise.marksOf(shown), { canMove: false, ringed: [18, 19], crossed: [] });
  assert.deepEqual(exercise.marksOf(asked({ item: { played: "c4" } })), { canMove: true, ringed: [], crossed: [26] });
  assert.deepEqual(exercise.marksOf(elsewhere(asked({ item: { played: "c4" } }))).crossed, []);
  const from = treeOf("f5"), wrong = asked({ state: "wrong", told: { ...verdict(""), from, best: "d6", played: "f4" } });
  assert.deepEqual(exercise.marksOf({ ...wrong, node: from }), { canMove: false, ringed: [43], crossed: [29] });
});

table("whether a round may be dropped without a question", exercise.isNothingLost, [
  [[null], true],
  [[asked().current], true],
  [[asked({}, { end: () => [] }).current], true],
  [[asked({}, { end: () => [], hasAnswers: true }).current], false],
  [[asked({}, { hasAnswers: true }).current], true],
  [[asked({ node: treeOf("f5") }, { kind: "endgame" }).current], false],
  [[asked({ node: treeOf("f5") }, { kind: "puzzle" }).current], true],
  [[asked({ node: treeOf("f5"), state: "right" }).current], true],
]);

test("an answer ends an exercise, goes on in it, or leads back to where it began", () => {
  const { current } = asked(), last = child(current.node, "c3"), { told } = RIGHT;
  const after = (more, move = "c3") => exercise.answered(current, { ...told, ...more }, move, last);
  assert.deepEqual(after({ right: true }), { told: { ...told, right: true }, last, state: "right", hint: null, node: current.node, isAnswered: true });
  assert.deepEqual([after({ goesOn: true }).node, after({ goesOn: true }).state, after({ goesOn: true }).isAnswered], [last, "asked", false]);
  assert.deepEqual([after({ right: false }).state, after({}, null).state], ["wrong", "shown"]);
  assert.equal(exercise.answered({ ...current, node: last }, { ...told, from: current.node }, "c3", last).node, current.start);
});

// -------------------------------- rounds of exercises

test("what was answered wrongly comes once more at the end", async () => {
  const items = ["a", "b"], order = exercise.inOrder(items);
  assert.equal(await order.next(), "a");
  order.answered("a", false);
  order.answered("b", true);
  assert.deepEqual([await order.next(), order.score()], ["a", "Right: 1 of 2. To go: 1."]);
  const again = exercise.inOrder(items, JSON.parse(JSON.stringify(order.order)));
  assert.deepEqual([again.hasAnswers, again.order.waiting.length], [true, 1]);
  again.answered("a", true);
  assert.deepEqual([await again.next(), again.score()], [null, "Right: 1 of 2. To go: 0."]);
  order.skipped("a");
  assert.equal(order.order.waiting.length, 0);
  assert.throws(() => exercise.inOrder(items, { answers: { 7: true }, waiting: [] }), /damaged/);
});

// -------------------------------- addresses

table("the address of the tab", practise.addressOf, [[[{}], "practise"], [[{ puzzle: 12 }], "puzzle/12"]]);
