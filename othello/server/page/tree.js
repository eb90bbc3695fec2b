// The game that is shown: a tree of moves, and the position that one stands on. All tabs share it.

import { after, legalMoves, obfOf, positionOf } from "./rules.js";
import { makeStore } from "./store.js";

export const START = "---------------------------OX------XO--------------------------- X";

/** What is shown: the tree's root, and the node that one stands on; and who is told of another one. */
const tree = makeStore({ root: null, node: null, listeners: [] });

export const shown = tree.state;

/** Call `listener` when another position is shown, with whether the tree is another one, and whether that is a step to look. */
export function onChange(listener) {
  shown.listeners.push(listener);
}

const nodeOf = (move, parent, position) => ({ move, parent, position, children: [], ply: parent ? parent.ply + 1 : 0 });

/** Return the node after a move, which is added to the tree if it is not there. */
export function child(node, move) {
  let found = node.children.find((other) => other.move === move);
  if (!found) {
    found = nodeOf(move, node, after(node.position, move));
    node.children.push(found);
  }
  return found;
}

/**
 * Return the last node of a new tree, which begins with an OBF text and has these moves. Its root has what is
 * known `about` it: the number of a `puzzle`, the `exercise` of practise.js, the game that was `opened`, and as `game` if it is one of a list, and later the
 * `line` that is analysed, at whose last node its analysis is, `judged`, and the game that was played in it and has `ended`. The last
 * node of a game `isLast`: what stands below it are variations, although nothing stands in their place.
 */
function grow(start, moves = [], about = {}) {
  const last = moves.reduce(child, { ...nodeOf(null, null, positionOf(start)), ...about });
  last.isLast = Boolean(about.opened && moves.length);
  return last;
}

/** Show a new tree, as `grow` makes it; stand after `ply` of the moves. */
export function load(start, moves = [], ply = moves.length, about = {}) {
  goTo(pathTo(grow(start, moves, about))[Math.min(ply, moves.length)]);
}

/** Stand on a node, of this tree or of another one; `isStep` if only to look. */
export function goTo(node, isStep = false) {
  const root = rootOf(node), isNew = root !== shown.root;
  tree.set({ root, node });
  for (const listener of shown.listeners) listener(isNew, isStep);
}

export const rootOf = (node) => pathTo(node)[0];

/** Play a move where one stands, if it is legal. */
export function play(move) {
  if (legalMoves(shown.node.position).includes(move)) goTo(child(shown.node, move));
}

/** Return the nodes from the root to `node`. */
export const pathTo = (node) => (node ? [...pathTo(node.parent), node] : []);

/** Return the nodes with which lines go on behind `node`: first that of its own line, null where that ends. */
export const nextNodes = ({ isLast, children }) => (isLast || !children.length ? [null, ...children] : children);

/** Return the nodes of the line that goes through `node`: up to it, and then on to its end. */
export function lineThrough(node) {
  const line = pathTo(node);
  for (let [next] = nextNodes(node); next; [next] = nextNodes(next)) line.push(next);
  return line;
}

/** Let the game that is played have come to `node`: the moves to it are the main line, all others variations; a game of a list stays its tree's main line. */
export function endGameAt(node) {
  const root = rootOf(node), listed = root.game ? lineThrough(root) : [];
  for (const each of pathTo(node).filter((other) => !listed.includes(other))) {
    const { parent } = each;
    each.isLast = each === node;
    if (parent && !listed.includes(parent)) parent.children = [each, ...parent.children.filter((other) => other !== each)];
  }
}

/** Return the node after the last move that one of the `sides` chose, as a forced pass is not; undefined if there is none. */
export const lastChosen = (node, sides = "XO") =>
  pathTo(node).findLast(({ parent, move }) => parent && move !== "pass" && sides.includes(parent.position.turn));

export const movesTo = (node) => pathTo(node).slice(1).map(({ move }) => move);

/** Return how many moves there are up to a node, without passes. */
export const countTo = (node) => movesTo(node).filter((move) => move !== "pass").length;

/** Return the number of the move to a node; null for a pass. */
export const numberOf = (node) => (node.move === "pass" ? null : countTo(node));

/** Return the moves below a node, such as "f5d6(f4e3)c3.d3": other lines behind the move they replace, a point behind a game's last move. */
function textBelow({ isLast, children: [first, ...others] }) {
  const end = isLast ? "." : "";
  if (!first) return end;
  return end + first.move + others.map((other) => `(${other.move}${textBelow(other)})`).join("") + textBelow(first);
}

/** Return a node and its whole tree, with what is known of its game, as a value for `restored`. */
export function saved(node) {
  const root = rootOf(node), { opened, ended, puzzle, line } = root;
  return { start: obfOf(root.position), tree: textBelow(root), moves: movesTo(node), opened, ended, puzzle, line: line && movesTo(line.at(-1)) };
}

/** Return the node that was `saved`, in a new tree or in one that has the same start. */
export function restored({ start, tree = "", moves, opened, ended, puzzle, line }, root = grow(start, [], { opened, ended, puzzle })) {
  const branches = [];
  let node = root;
  for (const part of tree.match(/pass|[a-h][1-8]|[().]/g) ?? []) {
    if (part === ".") node.isLast = true;
    else if (part === "(") {
      branches.push(node);
      node = node.parent;
    } else node = part === ")" ? branches.pop() : child(node, part);
  }
  if (line) root.line = pathTo(line.reduce(child, root));
  return moves.reduce(child, root);
}

/** Return the start and the moves to a node as fields of a request. */
export const asFields = (node) => ({ start: obfOf(rootOf(node).position), moves: movesTo(node).join("") });
