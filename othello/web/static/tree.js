// The game that is shown: a tree of moves, and the position that one stands on. All tabs share it.

import { after, legalMoves, obfOf, positionOf } from "./rules.js";

export const START = "---------------------------OX------XO--------------------------- X";

const listeners = [];

/** What is shown: the tree's root, the node that one stands on, and who plays black and white if that is known. */
export const shown = { root: null, node: null, names: null };

/** Call `listener` whenever another position is shown, with whether the tree is another one. */
export function onChange(listener) {
  listeners.push(listener);
}

function changed(isNew) {
  for (const listener of listeners) listener(isNew);
}

function nodeOf(move, parent, position) {
  return { move, parent, position, children: [], ply: parent ? parent.ply + 1 : 0 };
}

/** Return the node after a move, which is added to the tree if it is not there. */
export function child(node, move) {
  let found = node.children.find((other) => other.move === move);
  if (!found) {
    found = nodeOf(move, node, after(node.position, move));
    node.children.push(found);
  }
  return found;
}

/** Begin a new tree from an OBF text, with these moves played; stand after `ply` of them. `names` are the players'. */
export function load(start, moves = [], ply = moves.length, names = null) {
  shown.root = nodeOf(null, null, positionOf(start));
  shown.names = names;
  const line = [shown.root];
  for (const move of moves) line.push(child(line.at(-1), move));
  shown.node = line[Math.min(ply, line.length - 1)];
  changed(true);
}

/** Stand on another node of the tree. */
export function goTo(node) {
  shown.node = node;
  changed(false);
}

/** Play a move where one stands; return whether it is legal. */
export function play(move) {
  if (!legalMoves(shown.node.position).includes(move)) return false;
  goTo(child(shown.node, move));
  return true;
}

/** Return the nodes from the root to `node`. */
export function pathTo(node) {
  return node ? [...pathTo(node.parent), node] : [];
}

/** Return the nodes of the line that goes through `node`: up to it, and then the first moves on. */
export function lineThrough(node) {
  const line = pathTo(node);
  while (line.at(-1).children.length) line.push(line.at(-1).children[0]);
  return line;
}

/** Return the moves that lead to a node. */
export function movesTo(node) {
  return pathTo(node).slice(1).map(({ move }) => move);
}

/** Return the start and the moves to where one stands, as fields of a request. */
export function asFields() {
  const start = obfOf(shown.root.position);
  return { start, moves: movesTo(shown.node).join("") };
}
