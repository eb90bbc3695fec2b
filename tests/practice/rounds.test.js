// Rounds of puzzles, mistakes, endgames and drills: what is asked next, what is told of an answer, what is damaged.

import assert from "node:assert/strict";
import { test } from "node:test";

import { drillRound, timeText, told as toldOfDrill } from "#page/drills.js";
import { endgameRound, taskText, told as toldOfEndgame } from "#page/endgames.js";
import { checkWay } from "#page/exercise.js";
import { mistakesRound, sourceText } from "#page/mistakes.js";
import { fieldsOf, levelAfter, puzzleRound, streakAfter } from "#page/puzzles.js";
import { START, child } from "#page/tree.js";
import { table, treeOf } from "./support.js";

// -------------------------------- puzzles

table("which puzzle is asked for", fieldsOf, [
  [[["", "", "", ""], {}, null], { difficulty: [800, 1200] }],
  [[["corner", "win", "2-4", ""], {}, null], { kind: "corner", goal: "win", length: [2, 4], difficulty: [900, 1300] }],
  [[["", "", "", "800-1299"], {}, 1500], { difficulty: [800, 1299] }],
  [[["", "", "", ""], {}, 1500.4], { difficulty: [1300, 1700] }],
  [[["", "", "", ""], {}, 500], { difficulty: [800, 1200] }],
  [[["", "", "", ""], {}, 9000], { difficulty: [1800, 2200] }],
  [[["", "", "", ""], { profile: "Ann" }, 1500], { profile: "Ann" }],
]);

test("puzzles adapt to the answers of a visit: more to those that were not expected", () => {
  assert.equal(levelAfter(null, { difficulty: 1000 }, true), 1075);
  assert.equal(levelAfter(1300, { difficulty: 1300 }, false), 1225);
  const [hard, easy] = [2000, 800].map((difficulty) => levelAfter(1300, { difficulty }, true) - 1300);
  assert.ok(hard > 140 && easy < 10 && easy > 0);
});

test("a wrong answer ends a row of right ones, not the best one", () => {
  const rows = [true, true, false, true].map(((row) => (isRight) => { row = streakAfter(row, isRight); return row; })([0, 0]));
  assert.deepEqual(rows, [[1, 1], [2, 2], [0, 2], [1, 2]]);
});

test("a round of puzzles is counted, and goes on after a reload", () => {
  const round = puzzleRound({}), item = { puzzle: 5, difficulty: 1200 };
  assert.equal(round.score(item), "Puzzle 5, easy (1200) · In a row: 0 · best: 0");
  round.answered(item, true);
  round.answered(item, false);
  assert.equal(round.score(item), "Puzzle 5, easy (1200) · In a row: 0 · best: 0 · Right at the first try: 1 of 2");
  round.skipped({ puzzle: 5 });
  const kept = round.saved({ item });
  assert.deepEqual([kept.round, kept.item, kept.all, kept.right, kept.skipped], ["puzzles", item, 2, 1, [5]]);
  assert.equal(puzzleRound(JSON.parse(JSON.stringify(kept))).score(item), round.score(item));
});

// -------------------------------- damage

const EXERCISE = { position: START, played: "f5", sentences: [] };

for (const [name, begin] of Object.entries({
  "an answer that is illegal": () => checkWay({ position: START, soFar: ["a1"] }),
  "puzzles that are no numbers": () => puzzleRound({ skipped: ["x"] }),
  "an endgame that was won more than never": () => endgameRound({ won: "many" }),
  "an exercise without its move": () => mistakesRound({ found: { exercises: [{ ...EXERCISE, played: "a1" }] } }),
  "an exercise without sentences": () => mistakesRound({ found: { exercises: [{ position: START, played: "f5" }] } }),
  "an order of other exercises": () => mistakesRound({ found: { exercises: [EXERCISE] }, order: { answers: {}, waiting: [7] } }),
  "cards that are not there": () => drillRound({ lines: {}, found: {} }),
})) test(`what is damaged begins anew: ${name}`, () => assert.throws(begin));

// -------------------------------- mistakes

table("where a mistake is from", sourceText, [
  [["game, move 12"], "Move 12"],
  [["game 3, move 12"], "Game 3, move 12"],
  [["game (Ann – Bob), move 12"], "Move 12 (Ann – Bob)"],
  [["game 3 (Ann – Bob), move 12"], "Game 3, move 12 (Ann – Bob)"],
  [["somewhere"], "somewhere"],
]);

// -------------------------------- endgames

const node = treeOf("");

table("an endgame", (parent) => taskText({ position: START, score: 6, empties: 8, number: 3 }, { parent, position: node.position }), [
  [[null], "Endgame 3: Black wins by 6 with best play. Empty squares: 8. You play Black."],
  [[node], "Black to move"],
]);

const goingOn = { move: "f5", loss: 0, replies: ["d6"], over: false };
const verdictOf = (found) => toldOfEndgame(found, node).verdict();
const ended = (outcome) => ({ ...goingOn, over: true, outcome: { won: outcome.result > 0, first_wrong: null, lost: 0, ...outcome } });

table("what a move in an endgame lost, and how the other side went on", verdictOf, [
  [[goingOn], "f5 loses nothing. White answers d6."],
  [[{ ...goingOn, loss: 4, replies: ["pass"] }], "f5 loses 4 discs. White had to pass."],
  [[{ ...goingOn, replies: ["d6", "pass", "c3"] }], "f5 loses nothing. White answers d6. Black had to pass. White played c3."],
  [[ended({ result: 6 })], "f5 loses nothing. White answers d6. You won by 6 discs. You played perfectly."],
  [[ended({ result: -2, lost: 8 })], "f5 loses nothing. White answers d6. You lost by 2 discs. Your moves lost 8 discs."],
  [[ended({ result: 0, lost: 6 })], "f5 loses nothing. White answers d6. It is a draw. Your moves lost 6 discs."],
]);

test("a lost endgame leads back to its first wrong move", () => {
  const last = child(child(node, "f5"), "d6");
  const wrong = { position: START, move: "f5", better: "d3", refutation: [], line: ["d3"], sentences: [{ form: "{move} is worse.", values: { move: "f5" } }] };
  const told = toldOfEndgame(ended({ result: -2, lost: 8, first_wrong: wrong }), last);
  assert.deepEqual([told.right, told.from, told.best, told.played], [false, node, "d3", "f5"]);
  assert.equal(told.said(), "Your first wrong move, with 60 empty squares: f5 is worse.");
  assert.deepEqual(told.lines(), [["After f5", ["f5"]], ["Better: d3", ["d3"]]]);
});

// -------------------------------- drills

table("when a card comes again", (seconds) => timeText(new Date(1000 * seconds).toISOString(), 0), [
  [[5], "in 1 minute"],
  [[600], "in 10 minutes"],
  [[4 * 3600], "in 4 hours"],
  [[86_400], "tomorrow"],
  [[3 * 86_400], "in 3 days"],
]);

test("the last answer to a card says when it comes again", () => {
  const soon = new Date(Date.now() + 60_000).toISOString(), later = new Date(Date.now() + 86_400_000).toISOString();
  const round = drillRound({ lines: {}, found: { cards: [{ position: START, moves: "", source: "x" }], known: 0, next: null } });
  const item = { position: START };
  for (const [right, next] of [[false, soon], [true, later]]) round.told(item, { ...FOUND, right, next }, "f5");
  assert.equal(timeText(round.nextTime()), "tomorrow");
});

const FOUND = { right: true, answers: ["f5"], cost: null, replies: [], next: null };

/** Return the verdict on an answer to a card, and what else is said; `answers` were shown before. */
function drilled(found, move, answers) {
  const { verdict, said } = toldOfDrill({ answers }, { ...FOUND, ...found }, move);
  return [verdict(), said()].filter(Boolean).join(" ");
}

table("what is told of an answer to a card", drilled, [
  [[{}, "f5"], "Right: f5."],
  [[{ replies: ["d6", "f6"] }, "f5"], "Right: f5. The lines go on with d6, f6."],
  [[{ right: false }, "c4"], "Wrong: c4 does not belong to this opening. c4 is not in the book."],
  [[{ right: false, cost: 0 }, "c4"], "Wrong: c4 does not belong to this opening. It is best by the book."],
  [[{ right: false, cost: 2.52 }, "c4"], "Wrong: c4 does not belong to this opening. It costs 2.5 discs by the book."],
  [[{ right: false, answers: ["c4", "f5"] }], "The answer is c4 or f5."],
  [[{}, "f5", ["c4", "f5"]], "Right: f5. The answer is c4 or f5."],
]);
