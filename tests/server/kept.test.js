// What is chosen before a game, and the games that are kept.

import assert from "node:assert/strict";
import { test } from "node:test";

import { chosenGame, fieldsOf, timesFault } from "#page/choices.js";
import { isSound } from "#page/lastgames.js";
import { makeStore, whenOther } from "#page/store.js";
import { START } from "#page/tree.js";
import { table } from "./support.js";

const FIELDS = { opponent: "Easy", second: "Child", near: "0,4", colour: "X", clock: "0", "first-minutes": "10", "second-minutes": "10" };
const times = (first, second = "10") => ({ ...FIELDS, clock: "other", "first-minutes": first, "second-minutes": second });

table("times that can be", (minutes) => timesFault(times("10", minutes)), ["600", "0.1", "8,3", "１０"].map((minutes) => [[minutes], ""]));

table("times that cannot be", (minutes) => timesFault(times("10", minutes)), ["0", "-3", "1e9", "", "2,5,1", "ten", "600.1"].map((minutes) =>
  [[minutes], `Not a time: “${minutes}”. Expected 0.1 to 600 minutes.`]));

test("times count only where they are asked for", () => assert.equal(timesFault({ ...FIELDS, "first-minutes": "ten" }), ""));

table("what is chosen", (more) => chosenGame({ ...FIELDS, ...more }), [
  [[{}], { opponents: { X: "Easy", O: "Easy" }, near: "0,4", tempts: 0, human: "X", total: null }],
  [[{ colour: "XO", clock: "60" }], { opponents: { X: "Easy", O: "Easy" }, near: "", tempts: 0, human: "XO", total: { X: 60, O: 60 } }],
  [[{ colour: "" }], { opponents: { X: "Easy", O: "Child" }, near: "", tempts: 0, human: "", total: null }],
  [[{ tempts: "1500" }], { opponents: { X: "Easy", O: "Easy" }, near: "0,4", tempts: 1500, human: "X", total: null }],
  [[{ tempts: "1500", colour: "XO" }], { opponents: { X: "Easy", O: "Easy" }, near: "", tempts: 0, human: "XO", total: null }],
  [[{ ...times("8.3", "1,08"), colour: "O" }], { opponents: { X: "Easy", O: "Easy" }, near: "0,4", tempts: 0, human: "O", total: { X: 64.8, O: 498 } }],
]);

test("the fields say again what was chosen", () => {
  for (const more of [{}, { tempts: "1100" }, { colour: "O", clock: "900" }, { colour: "", second: "Master" }, { ...times("1.08", "7"), colour: "O" }]) {
    const chosen = chosenGame({ ...FIELDS, ...more });
    assert.deepEqual(chosenGame({ ...FIELDS, ...fieldsOf(chosen) }), chosen);
  }
  assert.equal(fieldsOf({ opponents: {}, human: "X", total: { X: 120, O: 120 } }).clock, "other");
});

const ENTRY = {
  on: true, isPaused: false, outcome: null, total: null, filed: null, human: "X", opponents: { X: "Easy", O: "Easy" }, near: "", seed: 5, seconds: null,
  start: START, tree: "f5d6", moves: ["f5", "d6"], date: 1,
};
const CLOCKS = { total: { X: 60, O: 60 }, seconds: { X: 3, O: 0 } };

table("games that can be gone on with", (more) => isSound({ ...ENTRY, ...more }), [
  [[{}], true],
  [[CLOCKS], true],
  [[{ on: false, outcome: { how: "resigned", winner: "O" } }], true],
  [[{ on: false, outcome: { how: "discs", winner: null, more: 32, fewer: 32, empty: 0 } }], true],
  [[{ near: undefined, tempts: undefined }], true],
]);

test("games that somebody else has changed are left out", () => {
  const damaged = [
    { on: false }, { opponents: { X: "toString", O: "Easy" } }, { tree: "f5)))" }, { on: false, outcome: { how: "luck", winner: "X" } }, { human: "Z" },
    { opponents: { X: "Easy", O: "Nobody" } }, { date: null }, { ...CLOCKS, seconds: null }, { ...CLOCKS, total: null },
    { ...CLOCKS, seconds: { X: -1, O: 0 } }, { start: "here" }, { moves: [] }, { moves: "f5d6" }, { tree: "f5d6x" }, { tree: "f5a1", moves: ["f5", "a1"] },
  ];
  for (const entry of [null, 7, "x", [], {}]) assert.equal(isSound(entry), false, JSON.stringify(entry));
  for (const more of damaged) assert.equal(isSound({ ...ENTRY, ...more }), false, JSON.stringify(more));
});

// -------------------------------- stores

test("a drawing that changes what it draws is followed by another one, not within itself", () => {
  const drawn = [], store = makeStore({ count: 0 }, { added: ({ count }, more) => ({ count: count + more }) });
  store.draw = ({ count }) => {
    drawn.push(count);
    if (count < 3) store.added(1);
    drawn.push("end");
  };
  store.added(1);
  assert.deepEqual(drawn, [1, "end", 2, "end", 3, "end"]);
});

test("what is drawn only with other values is not drawn twice with the same", () => {
  const drawn = [], draw = whenOther((...given) => drawn.push(given));
  for (const given of [[1, "a"], [1, "a"], [1, "b"], [1, "a"]]) draw(...given);
  assert.deepEqual(drawn, [[1, "a"], [1, "b"], [1, "a"]]);
});
