// The tree of moves that all tabs share, what the address has of it, and what Analyse and Explore make of it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { hashOf, isLink, tabInAddress } from "#page/address.js";
import { limitsOf, marksOf as scoresOf, previewOf, questionOf, FIRST as EXPLORING } from "#page/explore.js";
import { linesOf } from "#page/moves.js";
import { gameToJudge, marksOf, mistakesVisited, plyAt, statusText } from "#page/review.js";
import { after, discCounts, legalMoves, movesIn, numbered, obfOf, positionOf } from "#page/rules.js";
import { tabs } from "#page/tabs.js";
import { START, child, countTo, endGameAt, lastChosen, lineThrough, movesTo, numberOf, pathTo, restored, rootOf, saved } from "#page/tree.js";
import { PASS, table, treeOf } from "./support.js";

test("a pass has no number, and is not counted", () => {
  const tip = treeOf("passc1", {}, PASS);
  assert.deepEqual(numbered(pathTo(tip).slice(1)).map(({ number }) => number), [null, 1]);
  assert.deepEqual(pathTo(tip).map(numberOf), [0, null, 1]);
  assert.equal(countTo(tip), 1);
});

const shown = (node) => movesTo(node).join("");

// -------------------------------- rules

table("legal moves", (obf) => legalMoves(positionOf(obf)), [
  [[START], ["d3", "c4", "f5", "e6"]],
  [[PASS], ["pass"]],
  [[`${"X".repeat(63)}- X`], []],
]);

test("moves turn discs", () => {
  const position = movesIn("f5d6c3").reduce(after, positionOf(START));
  assert.deepEqual(discCounts(position), [5, 2]);
  assert.deepEqual([position.turn, position.last], ["O", 18]);
  assert.equal(obfOf(after(positionOf(PASS), "pass")), PASS.replace(" O", " X"));
});

// -------------------------------- trees

test("variations outlive a reload, the end of a game, and which line was analysed", () => {
  const node = treeOf("f5d6c3"), root = rootOf(node);
  root.line = pathTo(node);
  child(child(root, "f5"), "f4");
  node.isLast = true;
  child(node, "d3");
  const kept = saved(node);
  assert.equal(kept.tree, "f5d6(f4)c3.d3");
  assert.deepEqual(saved(restored(JSON.parse(JSON.stringify(kept)))), kept);
});

test("the line through a node goes on to its end, but not behind the end of a game", () => {
  const node = treeOf("f5d6c3d3"), middle = pathTo(node)[2];
  assert.equal(shown(lineThrough(middle).at(-1)), "f5d6c3d3");
  middle.isLast = true;
  assert.equal(shown(lineThrough(rootOf(node)).at(-1)), "f5d6");
  assert.equal(shown(lineThrough(node).at(-1)), "f5d6c3d3");
});

test("a game that is played is the main line; what was taken back is a variation", () => {
  const first = treeOf("f5d6c3"), root = rootOf(first);
  const tip = child(child(root, "f5"), "f4");
  endGameAt(tip);
  assert.equal(saved(root).tree, "f5f4(d6c3).");
});

test("a game of a list stays the main line of its tree", () => {
  const root = rootOf(treeOf("f5d6c3", { game: {} }));
  endGameAt(child(child(root, "f5"), "f4"));
  assert.equal(shown(lineThrough(root).at(-1)), "f5d6c3");
});

// -------------------------------- addresses

Object.assign(tabs, { play: {}, explore: {}, review: {}, own: { aliases: ["other"], addressOf: () => "own/12" } });

table("an address", (tab, node) => hashOf({ tab, node }), [
  [["play", treeOf("")], "#play/"],
  [["explore", treeOf("f5d6")], "#explore/f5d6"],
  [["explore", treeOf("f5d6").parent], "#explore/f5"],
  [["review", treeOf("f5d6").parent], "#review/f5d6"],
  [["review", treeOf("pass", {}, PASS)], `#review/${PASS.replace(" ", "_")}/pass`],
  [["own", treeOf("f5")], "#own/12"],
]);

table("the tab in an address", tabInAddress, [
  [["#play/f5"], "play"],
  [["http://here:8000/#explore"], "explore"],
  [["#other/3"], "own"],
  [["#nothing/f5"], undefined],
  [["#"], undefined],
]);

table("whether a text is a link", isLink, [
  [["http://here:8000/#explore/f5"], true],
  [["https://example.com/x"], true],
  [["www.example.com"], true],
  [["example.com"], true],
  [["#review/f5d6"], true],
  [["f5d6"], false],
  [["Tiger"], false],
  [["game one. f5"], false],
]);

// -------------------------------- Analyse

const line = pathTo(treeOf("f5d6c3"));
const JUDGED = {
  line,
  moves: [
    { ply: 1, side: "black", move: "f5", verdict: "best", from_book: true, score: 0, best: 0, exact: false, error: 1.5, depth: 12, selectivity: 73, loss: 0, pv: ["f5", "d6"], played_pv: ["f5", "d6"] },
    { ply: 2, side: "white", move: "d6", verdict: "inaccuracy", mistake: true, score: -4, best: 1, exact: false, error: 1.5, depth: 12, selectivity: 73, loss: 5, pv: ["f6", "e6"], played_pv: ["d6", "c3"] },
    { ply: 3, side: "black", move: "c3", verdict: "blunder", mistake: true, score: -6, best: 4, exact: true, error: null, loss: 10, pv: ["c4"], played_pv: ["c3"] },
  ],
};
const beside = child(child(line[1], "f6"), "e6");

table("what is thought of the move", (node) => statusText(JUDGED, node), [
  [[line[0]], "Start"],
  [[line[1]], "1. Black f5 – best, even, estimated · book"],
  [[line[3]], "3. Black c3 – blunder, W+6, proven – better was c4 (ringed)"],
  [[beside], "Variation: 3. e6 – White to move"],
]);

test("without an analysis it is said whose turn it is", () => assert.equal(statusText(null, line[1]), "White to move"));

test("the better move is ringed, and its line offered first", () => {
  assert.deepEqual(marksOf(JUDGED, line[1]), { ringed: [] });
  assert.deepEqual(marksOf(JUDGED, line[2]), { ringed: [45] });
  assert.deepEqual(marksOf(JUDGED, beside), { ringed: [] });
  assert.deepEqual(linesOf(JUDGED.moves[0]), [["After f5", ["f5", "d6"]]]);
  assert.deepEqual(linesOf(JUDGED.moves[1]).map(([name]) => name), ["Better: f6, W+1.0", "After d6"]);
  assert.deepEqual([plyAt(JUDGED, line[2]), plyAt(JUDGED, beside), plyAt(null, line[2])], [2, null, null]);
});

table("the mistakes that are visited: one's own ones, if one made any", (human) => {
  const played = pathTo(treeOf("f5d6c3", human === undefined ? {} : { ended: { human } }));
  const visited = (moves) => mistakesVisited({ moves, line: played }).map(({ ply }) => ply).join(" ");
  return [visited(JUDGED.moves), visited(JUDGED.moves.slice(0, 2))];
}, [
  [[], ["2 3", "2"]],
  [["XO"], ["2 3", "2"]],
  [["X"], ["3", "2"]],
  [["O"], ["2", "2"]],
]);

table("which game is analysed as the tab is opened", (about, moves = "f5d6c3") => gameToJudge(rootOf(treeOf(moves, about)))?.map(({ move }) => move ?? "").join(""), [
  [[{}], undefined],
  [[{ opened: {} }], "f5d6c3"],
  [[{ opened: {} }, ""], undefined],
  [[{ ended: { moves: ["f5", "d6"] } }], "f5d6"],
]);

test("another line of a game that was chosen to be analysed stays", () => {
  const root = rootOf(treeOf("f5d6c3", { opened: {} }));
  root.line = pathTo(child(child(root, "f5"), "f4"));
  assert.equal(gameToJudge(root), null);
  root.line = lineThrough(root).slice(0, 2);
  assert.equal(gameToJudge(root).length, 4, "it goes on");
  root.line = lineThrough(root);
  assert.equal(gameToJudge(root), null, "it is analysed");
});

// -------------------------------- Explore

test("near the end exact scores are looked for", () => {
  const filled = (n) => ({ squares: [..."X".repeat(64 - n), ..."-".repeat(n)] });
  assert.deepEqual([limitsOf(filled(22)), limitsOf(filled(23))], [{ depth: 60 }, { depth: 60, selectivity: 73 }]);
  assert.deepEqual([limitsOf(filled(36)), limitsOf(filled(37))], [{ depth: 60, selectivity: 73 }, { depth: 30, selectivity: 73 }], "no depth that says nothing");
});

test("scores stand on the squares, for the side that is ahead, with how well they are known; passes have none", () => {
  const moves = [{ move: "f5", score: 12.34, exact: false }, { move: "pass", score: 1 }, { move: "d3", score: -1, exact: true }];
  const scores = new Map([[37, ["W+12", "W+12.3, estimated", "estimated"]], [19, ["B+1", "B+1, proven", "proven"]]]);
  assert.deepEqual(scoresOf(moves, "white"), { scores, best: [37] });
  assert.deepEqual(scoresOf([], "white"), { scores: new Map(), best: [] });
  const alike = ["f5", "e6", "d3"].map((move, number) => ({ move, score: [0.81, 0.79, 0.7][number], exact: false }));
  assert.deepEqual(scoresOf(alike, "black").best, [37, 44], "all moves that show the best score");
});

test("the line of a row that is pointed at goes before one that is pinned", () => {
  const moves = [{ move: "f5", pv: ["f5", "d6"] }, { move: "d3", pv: ["d3"] }];
  assert.equal(previewOf(EXPLORING, moves), undefined);
  assert.deepEqual(previewOf({ ...EXPLORING, pinned: "d3" }, moves), ["d3"]);
  assert.deepEqual(previewOf({ ...EXPLORING, pinned: "d3", pointed: 0 }, moves), ["f5", "d6"]);
});

table("what can be asked why", questionOf, [
  [[null, undefined, undefined], "Why this move?"],
  [[null, { move: "e3" }, { move: "f4" }], "Why f4?"],
  [["c4", { move: "e3" }, { move: "f4" }], "Why not c4?"],
  [["e3", { move: "e3" }, { move: "f4" }], "Why e3?"],
]);

test("why the last move is asked of one that was chosen", () => {
  assert.equal(lastChosen(treeOf("")), undefined);
  assert.equal(lastChosen(treeOf("passc1", {}, PASS)).move, "c1");
  assert.equal(lastChosen(treeOf("pass", {}, PASS)), undefined);
});
