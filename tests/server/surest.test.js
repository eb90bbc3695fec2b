// One score for one move, how well it is known, and how both are said.

import assert from "node:assert/strict";
import { test } from "node:test";

import { judgedMove, surer, surestMoves, usedOf } from "#page/surest.js";
import { aheadText, certainty, gradeOf } from "#page/words.js";
import { table } from "./support.js";

const guess = (depth, more = {}) => ({ score: 1, exact: false, depth, selectivity: 73, empties: 40, ...more });
const LIKELY = guess(24, { empties: 24, score: -6 });
const PROVEN = { score: 6, exact: true, depth: 24, selectivity: 100, empties: 24 };

table("how well a score is known", certainty, [
  [[guess(20)], "estimated"],
  [[guess(60, { empties: 60 })], "estimated"], // nobody has solved the start: so deep, almost all lines are left out
  [[guess(23, { empties: 24 })], "estimated"],
  [[LIKELY], "very likely"],
  [[PROVEN], "proven"],
]);

test("what is proven goes before what is very likely, and that before a deeper estimate", () => {
  const rising = [guess(0), guess(20), guess(20, { selectivity: 95 }), guess(32), LIKELY, guess(24, { empties: 24, selectivity: 99 }), { ...PROVEN, depth: 0 }];
  rising.forEach((one, at) => rising.forEach((other, place) => {
    assert.equal(surer(one, other), rising[Math.max(at, place)], `${at} ${place}`);
  }));
  const same = guess(20, { score: 5 });
  assert.equal(surer(same, guess(20)), same, "the first one where both are as sure");
  assert.equal(surer(undefined, same), same);
  assert.equal(surer(same, undefined), same);
});

test("each move has the surer score of search and book, and its line; the best stands first", () => {
  const lines = [
    { move: "d3", score: 0.1, exact: false, depth: 20, selectivity: 73, pv: ["d3", "c5"] },
    { move: "f4", score: -4, error: 2, exact: false, depth: 20, selectivity: 73, pv: ["f4"] },
  ];
  const moves = [
    { move: "f3", score: -6, grade: "depth 8 at 73 %" },
    { move: "f4", score: -3, error: 4, grade: "depth 16" },
    { move: "d3", score: 0.5, grade: "depth 32 at 87 %", name: "Tiger", pv: ["d3", "c3"] },
  ];
  const found = surestMoves({ lines }, { moves }, 57);
  assert.deepEqual(found.map(({ move, score, depth, pv }) => [move, score, depth, pv]), [
    ["d3", 0.5, 32, ["d3", "c3"]],
    ["f4", -4, 20, ["f4"]],
    ["f3", -6, 8, ["f3"]],
  ]);
  assert.deepEqual([found[0].line.score, found[0].entry.score, found[0].entry.name], [0.1, 0.5, "Tiger"]);
  assert.deepEqual(surestMoves(null, null, 57), []);
  assert.deepEqual(surestMoves({ lines: [{ move: null, score: 4 }] }, null, 0), [], "a game that is over has a line without a move");
});

test("the search goes before the book only where it is clearly surer", () => {
  const entry = guess(32, { error: 3, selectivity: 87 }), used = (depth, more) => usedOf(guess(depth, more), entry) !== entry;
  assert.deepEqual([used(38, { error: 2.9 }), used(38, { error: 2 }), used(38), used(30, { error: 1 })], [false, true, false, false]);
  assert.equal(used(38, { error: 2.9, exact: true }), true, "a proven score");
  assert.equal(usedOf(LIKELY, guess(20, { empties: 24, error: 1 })), LIKELY);
  assert.equal(usedOf(undefined, entry), entry);
  assert.equal(usedOf(entry, undefined), entry);
});

table("what a grade of the book says", gradeOf, [
  [["proven", 20], { exact: true, depth: 20, selectivity: 100 }],
  [["to the end at 95 %", 20], { exact: false, depth: 20, selectivity: 95 }],
  [["depth 22", 40], { exact: false, depth: 22, selectivity: 100 }],
  [["from Edax level 21", 40], { exact: false, depth: 0, selectivity: 100 }],
]);

table("who is ahead", aheadText, [
  [[guess(60, { empties: 60, score: 0 }), "black"], "About even – estimated"],
  [[guess(20, { score: -0.9 }), "black"], "About even – estimated"],
  [[guess(20), "black"], "Black is slightly better – estimated"],
  [[guess(20, { score: 2.4, error: 2.5 }), "black"], "About even – estimated"],
  [[guess(20, { score: 2.4, error: 2.3 }), "black"], "Black is slightly better – estimated"],
  [[guess(20, { score: 4 }), "white"], "White is better – estimated"],
  [[guess(20, { score: -31 }), "white"], "Black is clearly better – estimated"],
  [[LIKELY, "black"], "White wins by 6 – very likely"],
  [[{ ...LIKELY, score: 0.2 }, "black"], "A draw – very likely"],
  [[PROVEN, "black"], "Proven: Black wins by 6"],
  [[{ ...PROVEN, score: 0 }, "black"], "Proven: a draw"],
]);

test("a move has the score of its best reply, for the side that played it", () => {
  const reply = { move: "d6", score: 2.5, exact: true, pv: ["d6", "c3"] }, better = { move: "f4", score: 1, exact: false, pv: ["f4"] };
  assert.deepEqual(judgedMove(["f2"], [reply], [better], -1), { score: -2.5, best: 1, exact: false, loss: 3.5, pv: ["f4"], played_pv: ["f2", "d6", "c3"] });
  const own = judgedMove(["f4", "pass"], [reply], [better], 1);
  assert.deepEqual([own.score, own.best, own.loss, own.pv], [2.5, 2.5, 0, ["f4", "pass", "d6", "c3"]], "it was the best one itself");
  assert.equal(own.next, undefined);
  const next = { move: "d3", score: -0.34 };
  assert.deepEqual(judgedMove(["f4"], [reply], [better, next], 1).next, { move: "d3", discs: 1.3 }, "as the scores are written");
  assert.equal(judgedMove(["d3"], [reply], [better, next], 1).next, undefined);
});
