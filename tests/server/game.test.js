// Play: whose move it is, what can be done, what is said.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as game from "#page/game.js";
import { START, pathTo } from "#page/tree.js";
import { makeStore } from "#page/store.js";
import { parts, tabs } from "#page/tabs.js";
import { PASS, table, treeOf } from "./support.js";

tabs.practise = {};
parts.reading = { explanation: {} };
parts.play = { tempts: { 0: "No", 1500: "For middling players" } };

const OPPONENTS = { X: "Easy", O: "Beginner" };

/** Return `now`: a game of black after moves, at its last one but for `back`; `more` is other state. */
function playing(moves, more = {}, back = 0) {
  const tip = treeOf(moves), node = pathTo(tip).at(-1 - back);
  return { ...game.FIRST, opponents: OPPONENTS, on: true, tip, node, root: pathTo(tip)[0], isEditing: false, ...more };
}

/** Return `now` where no game is. */
function board(moves, about = {}) {
  const node = treeOf(moves, about);
  return { ...game.FIRST, node, root: pathTo(node)[0], isEditing: false };
}

const RESIGNED = { how: "resigned", winner: "O" };
const over = (outcome, more = {}, back = 0) => playing("f5d6", { on: false, outcome, ...more }, back);
const NOT_LAST = "This is not the last position of your game.";
const PAUSED = "The engines are paused: “Go on” lets them play.";

table("why a click does not move", game.refusal, [
  [[playing("")], ""],
  [[playing("f5")], "It is not your turn."],
  [[playing("f5", { human: "XO" })], ""],
  [[playing("f5", {}, 1)], NOT_LAST],
  [[playing("f5d6", {}, 1)], NOT_LAST],
  [[playing("f5d6", { human: "" })], "It is not your turn."],
  [[playing("f5d6", { human: "", isPaused: true })], PAUSED],
  [[playing("f5d6", { human: "" }, 1)], NOT_LAST],
  [[over(RESIGNED)], "The game is over."],
  [[over(RESIGNED, {}, 1)], ""],
  [[over(RESIGNED, {}, 2)], ""],
  [[board("f5")], ""],
  [[{ ...board("f5d6c3"), on: true, tip: playing("f5").tip }], ""],
  [[{ ...playing(""), isEditing: true }], ""],
]);

const SIMPLE = { form: "Your {move} opens the corner {corner} for {Other}.", values: { move: "b2", corner: "a1", Other: { form: "White", values: {} } }, squares: ["a1"], arrows: [["b2", "a1"]] };
const said = (now) => game.statusText(now);

table("what is said", said, [
  [[board("")], "Black to move – choose a square"],
  [[board("f5")], "White to move – choose a square"],
  [[playing("")], "Your move"],
  [[playing("f5d6")], "White played d6. Your move"],
  [[playing("f5d6", { human: "XO" })], "Black to move"],
  [[playing("f5d6", { human: "" })], "White played d6. Black is thinking …"],
  [[playing("f5")], "White is thinking …"],
  [[playing("f5", { planned: "c4" })], "White is thinking … Planned: c4"],
  [[playing("f5", { isStuck: true })], "White to move"],
  [[playing("f5d6", {}, 1)], NOT_LAST],
  [[playing("f5d6", {}, 2)], NOT_LAST],
  [[playing("f5d6", { hint: { move: "c3", score: 2, exact: true } })], "Hint: c3"],
  [[playing("f5d6", { hint: { move: "c3", score: 2, exact: true }, human: "XO" })], "Hint: c3 (B+2)"],
  [[playing("f5", { hint: { move: "pass", score: -2.04, exact: false }, human: "O" })], "Hint: pass (still B+2.0)"],
  [[over(RESIGNED)], "You gave up."],
  [[over(RESIGNED, {}, 1)], "White to move – choose a square"],
  [[over(RESIGNED, { human: "XO" })], "White wins: Black gave up."],
  [[over({ how: "time", winner: "X" })], "You won on time."],
  [[over({ how: "time", winner: "O" })], "You lost on time."],
  [[over({ how: "discs", winner: "X", more: 40, fewer: 24, empty: 0 })], "You won 40–24"],
  [[over({ how: "discs", winner: "O", more: 40, fewer: 24, empty: 3 })], "You lost 24–40 – empty squares go to the winner"],
  [[over({ how: "discs", winner: null, more: 32, fewer: 32, empty: 2 })], "Draw, 32–32 – empty squares are shared"],
]);

table("a pass is said, one's own with the reply", (moves, human) => {
  const tip = treeOf(moves, {}, PASS), node = tip;
  return said({ ...playing(""), tip, node, root: pathTo(tip)[0], human });
}, [
  [["", "X"], "White has to pass."],
  [["pass", "X"], "White had to pass. Your move"],
  [["passc1", "O"], "White had to pass. Black played c1. The game is over."],
]);

test("the coach asks before the game goes on, and the opponent may have had to pass", () => {
  const now = playing("f5"), due = { ...now, toComment: now.node };
  assert.ok(game.isCommentDue(due) && !game.isAsking(due) && !game.isEnginesTurn(due));
  const asking = { ...due, comment: { node: now.node, isAsked: true } };
  assert.ok(game.isAsking(asking));
  assert.equal(said(asking), "Take the move back?");
  const unseen = { ...asking.comment, simple: { form: "There was a better move.", values: {}, squares: [], arrows: [] } };
  assert.equal(said({ ...asking, comment: { ...unseen, simple: SIMPLE } }), "Take the move back?");
  assert.equal(said({ ...asking, comment: unseen }), "Take it back, and ask for a hint?");
  assert.equal(game.buttonsOf(asking).undo.hidden, true);
});

/** Return the names of the buttons that are hidden or disabled. */
function off(now) {
  const buttons = Object.entries(game.buttonsOf(now));
  return buttons.filter(([, { hidden, disabled }]) => hidden || disabled).map(([name]) => name).join(" ");
}

table("buttons that do nothing", off, [
  [[board("")], "coach-asks clocks undo to-game ask-own ahead resign pause play-on practise-played"],
  [[board("f5")], "coach-asks clocks to-game ask-own resign pause practise-played"],
  [[playing("")], "coach-asks clocks undo to-game ask-own ahead resign pause play-on practise-played"],
  [[playing("f5d6")], "coach-asks clocks to-game pause play-on"],
  [[playing("f5d6", { clock: {} })], "coach-asks to-game pause play-on"],
  [[playing("f5")], "coach-asks clocks to-game hint ask-own pause play-on"],
  [[playing("f5d6", { human: "" })], "coach-asks clocks undo to-game hint ask-own resign play-on"],
  [[playing("f5", { isStuck: true })], "coach-asks clocks to-game hint ask-own play-on"],
  [[playing("f5d6", {}, 1)], "coach-asks clocks undo hint resign pause"],
  [[over(RESIGNED)], "coach-asks clocks to-game resign pause"],
]);

/** Return the moves that are left after one move was taken back; null if none can be. */
function takenBack(now) {
  const node = game.takenBack(now);
  return node && pathTo(node).slice(1).map(({ move }) => move).join("");
}

const asked = (now) => game.buttonsOf(now)["ask-own"].textContent;

table("about which move of one's own one can ask", asked, [
  [[playing("f5d6")], "Was f5 good?"],
  [[playing("f5d6c3d3")], "Was c3 good?"],
  [[playing("f5d6c3d3", {}, 2)], "Was f5 good?"],
  [[playing("f5d6c3", { human: "O" })], "Was d6 good?"],
  [[playing("f5d6", { human: "XO" })], "Was d6 good?"],
  [[over(RESIGNED)], "Was f5 good?"],
  [[playing("f5d6c3d3", { begun: 2 })], "Was c3 good?"],
  [[playing("f5d6", { begun: 2 })], ""],
  [[board("f5d6")], ""],
]);

table("what is taken back", takenBack, [
  [[board("")], null],
  [[board("f5d6")], "f5"],
  [[playing("")], null],
  [[playing("f5")], ""],
  [[playing("f5d6")], ""],
  [[playing("f5d6c3d3")], "f5d6"],
  [[playing("f5d6c3d3", { human: "XO" })], "f5d6c3"],
  [[playing("f5", { human: "O" })], null],
  [[playing("f5d6c3", { human: "O" })], "f5"],
  [[playing("f5d6c3d3", {}, 2)], "f5d6"],
  [[playing("f5d6c3d3", {}, 1)], "f5d6"],
]);

table("what is asked before a game that has ended is played again", (now) => game.replayQuestion(now, now.node), [
  [[playing("f5d6")], null],
  [[over(RESIGNED)], "The game is over. Play it again from move 3 on, without its result?"],
  [[over(RESIGNED, { total: { X: 60, O: 60 } }, 1)], "The game is over. Play it again from move 2 on, without its result and its clock?"],
]);

table("who plays", game.names, [
  [[board("f5")], null],
  [[playing("f5")], ["Black: You", "White: Beginner"]],
  [[playing("f5", { human: "O" })], ["Black: Easy", "White: You"]],
  [[playing("f5", { human: "XO" })], ["Black", "White"]],
  [[playing("f5", { human: "" })], ["Black: Easy", "White: Beginner"]],
]);

const headers = (now, node = now.node) => game.headersAt(now, node);
const waiting = playing("f5d6");

table("headers of a copy", headers, [
  [[board("f5")], null],
  [[playing("f5")], { Black: "You", White: "Beginner" }],
  [[playing("f5", { human: "XO" })], {}],
  [[playing("f5", { human: "XO", day: "2026-01-31" })], { Date: "2026-01-31" }],
  [[playing("f5d6", {}, 1)], null],
  [[over(RESIGNED)], { Black: "You", White: "Beginner", Result: "W+R" }],
  [[over({ how: "time", winner: "X" })], { Black: "You", White: "Beginner", Result: "B+T" }],
  [[over({ how: "discs", winner: "X", more: 64, fewer: 0, empty: 50 })], { Black: "You", White: "Beginner" }],
  [[{ ...waiting, root: Object.assign(waiting.root, { game: {} }) }], null],
]);

test("a game that was left is known by its tree", () => {
  const ended = { human: "X", opponents: OPPONENTS, outcome: RESIGNED, moves: ["f5", "d6"] };
  const now = board("f5d6", { ended });
  assert.equal(said(now), "You gave up.");
  assert.deepEqual(headers(now), { Black: "You", White: "Beginner", Result: "W+R" });
  assert.deepEqual(game.mistakesShown(now), { start: START, moves: "f5d6", side: "black" });
});

table("a move for one's next turn", game.canPlan, [
  [[playing("f5", { thinking: {} }), "c4"], true],
  [[playing("f5", { thinking: {} }), "d4"], false],
  [[playing("f5"), "c4"], false],
  [[playing("f5d6", { thinking: {} }), "c4"], false],
  [[playing("f5", { thinking: {}, human: "" }), "c4"], false],
  [[playing("f5d6", { thinking: {} }, 1), "c4"], false],
]);

table("whose clock runs", game.clockSide, [
  [[playing("f5d6"), false], "X"],
  [[playing("f5"), false], null],
  [[playing("f5"), true], "O"],
  [[playing("f5d6", {}, 1), true], null],
  [[playing("f5d6", { isPaused: true }), true], null],
  [[over(RESIGNED), true], null],
]);

table("what the engine is told", game.limitsOf, [
  [[playing("f5", { seed: 7 }), null], { strength: 5, seed: 7 }],
  [[playing("f5", { seed: 7, tempts: 1500, near: "-4,4" }), null], { strength: 5, seed: 7, near: [-4, 4], do: "people.tempt", rating: 1500 }],
  [[playing("f5", { seed: 7, tempts: 1400 }), null], { strength: 5, seed: 7 }],
  [[playing("f5", { seed: 7, near: "-4,4" }), 50], { strength: 5, seed: 7, near: [-4, 4], seconds: 2 }],
  [[playing("f5", { seed: 7, opponents: { O: "Expert" } }), 0], { level: 8, book: 0.25, seed: 7, seconds: 0.05 }],
]);

test("what a child can see is on the board where it was said, and read there before the game goes on", () => {
  const now = playing("f5", { hint: null }), comment = { node: now.node, simple: SIMPLE, isSimple: true };
  for (const there of [{ comment }, { moment: comment }]) {
    const { circled, arrows, ringed } = game.marksOf({ ...now, ...there });
    assert.deepEqual([circled, arrows, ringed], [[0], [[9, 0]], []]);
  }
  assert.deepEqual(game.marksOf({ ...now, moment: comment, node: now.root }).circled, []);
  assert.equal(said({ ...now, moment: comment }), "Your b2 opens the corner a1 for White.");
  const reading = [comment, { ...comment, simple: null }, { ...comment, isRead: true }, { ...comment, node: now.root }, null];
  assert.deepEqual(reading.map((each) => game.isReading({ ...now, comment: each })), [true, false, false, false, false]);
});

test("what was said of a move stays until one's next move, or until it is taken back; what is marked, until the reply", () => {
  const now = playing("f5d6"), comment = { node: now.node.parent, found: { move: "f5", simple: SIMPLE }, simple: SIMPLE, isSimple: true };
  const { circled, arrows } = game.marksOf({ ...now, comment });
  assert.deepEqual([circled, arrows], [[], []]);
  const told = [now, { ...now, node: now.node.parent }, { ...now, node: now.root }].map((there) => game.commentText({ ...there, comment }));
  assert.deepEqual(told, ["f5: Your b2 opens the corner a1 for White.", "f5: Your b2 opens the corner a1 for White.", ""]);
  assert.equal(after({ ...now, comment }, ["ended", RESIGNED]).comment, null);
});

table("a hint for a child has a reason that can be seen", said, [
  [[playing("f5d6", { hint: { move: "h8", score: 2, exact: true } })], "Hint: h8. A disc in the corner can never be turned."],
]);

test("hints, moments and plans are marked on the board", () => {
  const moment = { node: null, move: { move: "f5", pv: ["d3"] } };
  const nothing = { canMove: true, planned: null, ringed: [], crossed: [], circled: [], arrows: [] };
  assert.deepEqual(game.marksOf(playing("")), nothing);
  assert.deepEqual(game.marksOf(playing("", { moment })), { ...nothing, ringed: [19], crossed: [37] });
  assert.deepEqual(game.marksOf(playing("", { hint: { move: "pass" } })).ringed, []);
  assert.equal(game.marksOf(playing("f5", { planned: "a1" })).planned, 0);
});

// -------------------------------- actions

/** Return the state after actions, each with what it is called with. */
function after(state, ...acts) {
  const store = makeStore({ ...state }, game.actions);
  for (const [name, ...given] of acts) store[name](...given);
  return store.state;
}

test("a plan is made, changed and taken back", () => {
  assert.equal(after(game.FIRST, ["planned", "c4"]).planned, "c4");
  assert.equal(after(game.FIRST, ["planned", "c4"], ["planned", "c5"]).planned, "c5");
  assert.equal(after(game.FIRST, ["planned", "c4"], ["planned", "c4"]).planned, null);
  assert.equal(after(game.FIRST, ["planned", "c4"], ["stopped"]).planned, null);
});

test("an engine that failed is held, and goes on", () => {
  const stuck = after(playing("f5"), ["set", { thinking: {} }], ["stuck"]);
  assert.ok(game.isHeld(stuck) && stuck.thinking === null);
  assert.equal(after(stuck, ["paused"]).isPaused, false);
  assert.equal(after(playing("f5"), ["paused"]).isPaused, true);
});

test("a game that has ended and is taken back goes on without its clock and result, and is filed as before", () => {
  const filed = { profile: "Ann", game: 3 }, before = playing("f5d6", { filed, total: {}, clock: {}, thinking: {} });
  const ended = after(before, ["ended", RESIGNED]);
  assert.deepEqual([ended.on, ended.outcome, ended.thinking], [false, RESIGNED, null]);
  const again = after(ended, ["reopened", 99]);
  assert.deepEqual([again.on, again.outcome, again.clock, again.total, again.filed], [true, null, null, null, filed]);
  assert.equal(again.seed, 99, "it is another one: the list of the last games keeps both");
});

test("a comment that was asked about is no question once the game goes on", () => {
  const now = playing("f5"), { comment, toComment } = after(now, ["moved", now.node], ["commented", { node: now.node, isAsked: true }], ["wentOn"]);
  assert.deepEqual([comment.isAsked, toComment], [false, null]);
});

// -------------------------------- reloads and other tabs

const SAVED = { on: true, outcome: null, total: null, filed: null, human: "X", opponents: OPPONENTS, seed: 1, start: START, moves: ["f5", "d6"] };
const at = (moves, more = {}) => ({ address: "", isOpen: true, place: { start: START, tree: moves, moves: moves.match(/../g) ?? [] }, ...more });

table("a game that was interrupted", (old, context, state = { tip: null, seed: 0 }) => game.resumption(old, state, context), [
  [[null, at("")], null],
  [[SAVED, at("")], { isHere: true, isShown: true }],
  [[SAVED, at("f5", { address: "#play/f5" })], { isHere: true, isShown: false }],
  [[SAVED, at("f5f6", { address: "#play/f5f6" })], { isHere: false, isShown: false }],
  [[SAVED, at("", { isOpen: false })], { isHere: false, isShown: false }],
  [[{ ...SAVED, address: "#play/f5d6" }, at("f5d6", { address: "#play/f5d6" })], { isHere: true, isShown: false }],
  [[{ ...SAVED, address: "#play/c4", isBeside: true }, at("c4", { address: "#play/c4" })], { isHere: false, isShown: false }],
  [[{ ...SAVED, outcome: RESIGNED }, at("")], { isHere: true, isShown: true }],
  [[{ ...SAVED, outcome: RESIGNED }, at("f5", { address: "#play/f5" })], null],
  [[SAVED, at(""), { tip: {}, seed: 2 }], null],
]);

test("of two kept games this tab's is taken, as any tab has left it", () => {
  assert.deepEqual(game.lastGame({ seed: 1, isBeside: true }, { seed: 1, moves: [] }), { seed: 1, isBeside: true, moves: [] });
  assert.deepEqual(game.lastGame({ seed: 1 }, { seed: 2 }), { seed: 1 });
  assert.deepEqual(game.lastGame(null, { seed: 2 }), { seed: 2 });
});

table("whether another tab has played on", (newer, state = playing("f5d6", { seed: 1 })) => game.isPlayedOn(state, newer), [
  [[null], false],
  [[{ ...SAVED, isPaused: false }], false],
  [[{ ...SAVED, isPaused: false, moves: ["f5", "d6", "c3"] }], true],
  [[{ ...SAVED, isPaused: true }], true],
  [[{ ...SAVED, isPaused: false, outcome: RESIGNED }], true],
  [[{ ...SAVED, isPaused: false, seed: 2, moves: [] }], false],
  [[SAVED, { ...game.FIRST, seed: 1 }], false],
]);
