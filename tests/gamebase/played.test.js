// What is known of the games of a base.

import assert from "node:assert/strict";
import { test } from "node:test";

import { countText, movesKnown } from "#page/played.js";
import { table } from "./support.js";

test("moves of the base come first, then the book's others", () => {
  const found = { moves: [{ move: "f5", games: 9 }] }, book = { moves: [{ move: "d3", score: 0, name: "x" }, { move: "f5", score: 1 }] };
  assert.deepEqual(movesKnown({ found, book }), [[found.moves[0], book.moves[1]], [{ move: "d3", name: "x" }, book.moves[0]]]);
  assert.deepEqual(movesKnown({ found: undefined, book: null }), []);
});

table("how many games were found", countText, [
  [[{ count: 1, unknown: [] }], "1 game"],
  [[{ count: 0, unknown: [{ condition: "player", asked: "Ann", known: ["Anna", "Anne"] }] }], "0 games · No player is called Ann. · Did you mean: Anna, Anne?"],
  [[{ count: 0, unknown: [{ condition: "year", asked: "1900", known: ["1980"] }] }], "0 games · No game is from 1900. · The years there are: 1980"],
  [[{ count: 0, unknown: [{ condition: "player", asked: "Ann", known: [] }] }], "0 games · No player is called Ann."],
]);
