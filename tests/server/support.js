// What the tables of several files need: trees of moves, and tests that are rows.

import assert from "node:assert/strict";
import { test } from "node:test";

import { movesIn } from "#page/rules.js";
import { START, restored } from "#page/tree.js";

/** Return the last node of a new tree with moves such as "f5d6"; its root has what is known `about` it. */
export function treeOf(moves, about = {}, start = START) {
  const node = restored({ start, moves: movesIn(moves) });
  let root = node;
  while (root.parent) root = root.parent;
  Object.assign(root, about);
  return node;
}

/** Test a function by rows of its arguments and what it is to return. */
export function table(name, act, rows) {
  rows.forEach(([given, expected], number) => {
    test(`${name} ${number + 1}: ${JSON.stringify(expected)?.slice(0, 60)}`, () => assert.deepEqual(act(...given), expected));
  });
}

/** A position in which white has to pass; black then takes all. */
export const PASS = `XO${"-".repeat(62)} O`;
