// What is said of a move that is explained.

import assert from "node:assert/strict";
import { test } from "node:test";

import { explanationLines, explanationText } from "#page/explanation.js";
import { positionOf } from "#page/rules.js";
import { START } from "#page/tree.js";
import { table } from "./support.js";

const COSTS = "{move} costs {loss} discs: its score is {score}, that of {better} {best}.";
const found = { score: -4.14, best: 2.04, exact: false, move: "c3", better: "d3", refutation: ["d2"], line: ["d3", "c4"] };

/** Return an explanation of a move of a side, which an analysis may have `judged`. */
function explained(side, values, judged = null) {
  const node = { position: positionOf(START.replace(/X$/, side)) };
  return explanationText({ node, judged, found: { ...found, sentences: [{ form: COSTS, values }, { form: "It is late.", values: {} }] } });
}

const VALUES = { move: "c3", better: "d3", loss: 6.2, score: -4.1, best: 2 };
const EXACTLY = { ...VALUES, best: { form: "exactly {score}", values: { score: 2 } } };

table("an explanation says which side is ahead, and what the list of moves says that it costs", explained, [
  [["X", VALUES], "c3 costs 6.1 discs: its score is W+4.1, that of d3 B+2.0. It is late."],
  [["O", VALUES], "c3 costs 6.1 discs: its score is B+4.1, that of d3 W+2.0. It is late."],
  [["X", VALUES, { loss: 6.18, score: -4.14, best: 2.04, exact: false }], "c3 costs 6.1 discs: its score is W+4.1, that of d3 B+2.0. It is late."],
  [["X", VALUES, { loss: 6, exact: true }], "c3 costs 6 discs: its score is W+4.1, that of d3 B+2.0. It is late."],
  [["X", EXACTLY], "c3 costs 6.1 discs: its score is W+4.1, that of d3 exactly B+2.0. It is late."],
]);

test("of the best move it is said how much worse the next one is, unless it is as good", () => {
  const sentences = [{ form: "{move} is the best move; its score is {score}.", values: { move: "c3", score: 2 } }];
  const textOf = (judged) => explanationText({ node: { position: positionOf(START) }, judged, found: { ...found, score: 2, sentences } });
  assert.equal(textOf({ next: { move: "d3", discs: 0.9 } }), "c3 is the best move; its score is B+2.0. The next best, d3, is 0.9 discs worse.");
  for (const judged of [null, {}, { next: { move: "d3", discs: 0 } }]) assert.equal(textOf(judged), "c3 is the best move; its score is B+2.0.");
});

test("the lines of an explanation are those after the move and the better one", () => {
  assert.deepEqual(explanationLines(found), [["After c3", ["c3", "d2"]], ["Better: d3", ["d3", "c4"]]]);
  assert.deepEqual(explanationLines({ ...found, better: "c3" }), [["After c3", ["c3", "d2"]]]);
});
