// What is said of moves, results and games, and how scores are written.

import assert from "node:assert/strict";
import { test } from "node:test";

import { partsOf } from "#page/faults.js";
import { headersAt, matchesOf, namesIn, readingText, requestFor, statedText, textsOf } from "#page/games.js";
import { searchText } from "#page/explore.js";
import { formOf } from "#page/copies.js";
import { accuracyText, discOutcome, keyMoments, outcomeText } from "#page/outcome.js";
import { momentText } from "#page/game.js";
import { fieldsOf } from "#page/choices.js";
import { badMoveText, failureText, sentence, t, translate } from "#page/texts.js";
import { START } from "#page/tree.js";
import * as words from "#page/words.js";
import { PASS, table, treeOf } from "./support.js";
import { positionOf } from "#page/rules.js";

table("a score", words.scoreText, [
  [[2.04, "black", false], "B+2.0"],
  [[2.04, "white", false], "W+2.0"],
  [[-3, "black", true], "W+3"],
  [[0.04, "black", false], "even"],
  [[0, "white", true], "even"],
]);

table("a score on a square has no fraction from ten discs on", words.shortScoreText, [
  [[9.94, "black", false], "B+9.9"],
  [[9.96, "black", false], "B+10"],
  [[-12.6, "black", false], "W+13"],
  [[12, "white", true], "W+12"],
]);

table("a result in one notation", words.resultText, [
  [[4], "34–30"],
  [[-64], "0–64"],
  [["+16"], "40–24"],
  [["W+4"], "30–34"],
  [["40-24"], "40–24"],
  [["B+R"], "B+R"],
  [["B+3"], "B+3"],
  [[undefined], ""],
]);

table("how deep a search was", words.depthText, [
  [[{ depth: 29, selectivity: 73 }], "29@73%"],
  [[{ depth: 60, selectivity: 100 }], "60"],
]);

table("a grade of the book", words.gradeText, [
  [["proven", 20], "proven"],
  [["from Edax", 20], "from Edax"],
  [["depth 22 at 73 %", 20], "22@73%"],
  [["to the end at 99 %", 20], "20@99%"],
  [["depth 22", 20], "22"],
]);

table("what a search has looked at", searchText, [
  [[{ exact: true, nodes: 0 }], "proven"],
  [[{ exact: false, depth: 12, selectivity: 73, nodes: 950 }], "depth 12@73% · 950 positions"],
  [[{ exact: false, depth: 12, selectivity: 100, nodes: 12_600 }], "depth 12 · 12.6K positions"],
  [[{ exact: true, nodes: 2_440_000, seconds: 2 }], "proven · 2.4M positions · 1.2M a second"],
]);

table("whose turn it is", (obf) => words.turnText(positionOf(obf)), [
  [[START], "Black to move"],
  [[PASS], "White has to pass."],
  [[`${"X".repeat(64)} O`], "The game is over."],
]);

// -------------------------------- results

table("empty squares go to the winner", discOutcome, [
  [[[40, 24]], { how: "discs", winner: "X", more: 40, fewer: 24, empty: 0 }],
  [[[20, 30]], { how: "discs", winner: "O", more: 44, fewer: 20, empty: 14 }],
  [[[31, 31]], { how: "discs", winner: null, more: 32, fewer: 32, empty: 2 }],
]);

table("who won", outcomeText, [
  [[discOutcome([40, 24])], "Black wins 40–24"],
  [[discOutcome([20, 30])], "White wins 44–20 – empty squares go to the winner"],
  [[discOutcome([31, 31])], "Draw, 32–32 – empty squares are shared"],
  [[{ how: "time", winner: "O" }], "White wins on time."],
  [[{ how: "resigned", winner: "X" }], "Black wins: White gave up."],
]);

table("how it ended for oneself", outcomeText, [
  [[{ how: "resigned", winner: "X" }, "X"], "You won: your opponent gave up."],
  [[{ how: "resigned", winner: "X" }, "O"], "You gave up."],
  [[discOutcome([24, 40]), "X"], "You lost 24–40"],
]);

test("key moments are the three worst mistakes in their order", () => {
  const moves = [1.9, 5, 2, 7, 3].map((loss, number) => ({ loss, mistake: loss >= 2, ply: number + 1 }));
  assert.deepEqual(keyMoments(moves).map(({ ply }) => ply), [2, 4, 5]);
  assert.deepEqual(keyMoments(moves.slice(0, 1)), []);
  const move = { side: "black", ply: 4, number: 3, move: "c3", pv: ["d3"], loss: 4.25, exact: false };
  assert.equal(momentText(move, { human: "X", opponents: {} }), "You, move 3: c3 (d3 was better, −4.3)");
});

test("who made no move has no accuracy", () => {
  const accuracy = { black: { all: { moves: 3, percent: 67 } }, white: { all: { moves: 0, percent: null } } };
  assert.equal(accuracyText(accuracy), "Accuracy (moves that lost less than 2 discs): black 67 %, white –");
});

// -------------------------------- copies

table("in which form a game is copied", formOf, [
  [["moves", { start: START, moves: "f5d6" }, ["ggf", "sgf"]], { form: "moves", why: "" }],
  [["moves", { start: START, moves: "" }, ["ggf", "sgf"]], { form: "obf", why: "There are no moves yet: this is the position. " }],
  [["moves", { start: PASS, moves: "pass" }, ["ggf", "sgf"]], { form: "ggf", why: "The moves alone do not say where they begin. → GGF. " }],
  [["fen", { start: PASS, moves: "" }, ["ggf", "sgf"]], { form: "fen", why: "" }],
]);

// -------------------------------- games from files

test("texts that are not UTF-8, or say so, are sent as bytes", async () => {
  const sgf = (charset) => `(;GM[2]${charset}SZ[8]PB[联通];B[f5])`;
  const bytes = Uint8Array.of(0x42, 0xf8, 0x72);
  for (const [name, content, isText] of [
    ["a.wtb", "x", false], ["A.WTB", "x", false], ["a.sgf", sgf(""), true], ["a.sgf", sgf("CA[UTF-8]"), true], ["a.sgf", sgf("CA[gb2312]"), false],
    ["a.sgf", sgf("CA [Shift_JIS]"), false], ["a.txt", bytes, false],
  ]) {
    const request = await requestFor(Object.assign(new Blob([content]), { name }));
    assert.deepEqual([request.do, request.name], [isText ? "games.text" : "games.file", name], `${name} ${content}`);
  }
});

const game = { start: START, moves: "f5d6", result: 4, headers: { Black: "Ann", Date: "1990", Event: "Cup" } };

table("what a game is called", textsOf, [
  [[game], ["Ann – White 34–30", "Cup", "1990"]],
  [[{ ...game, doubt: "x", headers: { Result: "W+4" } }], ["Black – White 34–30 (stated: W+4)"]],
  [[{ ...game, moves: "", headers: {} }], ["Black to move"]],
]);

table("a stated result that is another one", statedText, [
  [[{ headers: { Result: "B+4" }, result: 4, doubt: "x" }], ""],
  [[{ headers: { Result: "B+2" }, result: 4, doubt: "x" }], "(stated: B+2)"],
  [[{ headers: { Result: "B+2" }, result: 4 }], ""],
]);

table("the result of a game is not that of another line", (moves, headers) => headersAt(treeOf(moves), { moves: "f5d6", headers }), [
  [["f5d6", { Black: "Ann", Result: "B+4" }], { Black: "Ann", Result: "B+4" }],
  [["f5f6", { Black: "Ann", Result: "B+4" }], { Black: "Ann" }],
]);

test("players that are not known are the colours", () => assert.deepEqual(namesIn(game), ["Ann", "White"]));

table("games are found by all words, whatever their accents", matchesOf, [
  [[["ann – bjorn 1990", "ann – carl 1991"], "BJØRN".replace("Ø", "o")], [0]],
  [[["ann – bjorn 1990", "ann – carl 1991"], "ánn 199"], [0, 1]],
  [[["ann – bjorn 1990", "ann – carl 1991"], "1991 ann"], [1]],
  [[["ann – bjorn 1990"], "nobody"], []],
]);

const READ = { faults: [], doubts: [], left_out: [] };

table("what is said of games that were read", readingText, [
  [[READ], ""],
  [[{ ...READ, faults: ["line 1: no", "line 2: no"] }], "Some of it cannot be read:\nline 1: no\nline 2: no"],
  [[{ ...READ, faults: [..."123456"], more_faults: 2 }], "Some of it cannot be read:\n1\n2\n3\n4\n5\nand 3 more"],
  [[{ ...READ, doubts: ["a result"], more_doubts: 1 }], "Please check:\na result\nand 1 more"],
  [[{ ...READ, left_out: ["variations", "columns without names"] }], "Left out: variations, columns without names"],
  [[{ ...READ, faults: ["x"], words: { x: "hello" } }], "Lines without moves, left out: hello (names stand on lines such as Black: Ann)"],
]);

const D9 = { text: "d9", move: "", number: 4, side: "white", legal: ["d3", "f3"], line: 2, column: 13 };

table("what is wrong with a move", badMoveText, [
  [[D9], "Move 4, d9: there is no such square. Legal here: d3, f3"],
  [[{ ...D9, text: "Paris" }], "Move 4, Paris: this is no move. Legal here: d3, f3"],
  [[{ ...D9, text: "A1", move: "a1" }], "Move 4: white cannot play a1 here. Legal here: d3, f3"],
  [[{ ...D9, legal: [] }], "Move 4, d9: the game is over before it."],
]);

table("a line with its bad move", partsOf, [
  [["Ann\n1. f5 d6 c3 d9 c4\n", D9], ["1. f5 d6 c3 ", "d9", " c4"]],
  [[`(;B[f5]W[A1]${" ".repeat(80)})`, { ...D9, text: "a1", line: 1, column: 8 }], ["(;B[f5]W[", "A1", `]${" ".repeat(59)}…`]],
]);

// -------------------------------- languages

test("numbers have the reader's decimal sign, wherever they stand", () => {
  const scores = () => [words.scoreText(1.34, "black", false), words.errorText(0.4), words.lossText({ loss: 2.5 }), sentence({ form: "{discs} discs on average", values: { discs: "-6.8" } })];
  assert.deepEqual(scores(), ["B+1.3", " ± 0.4", "2.5", "−6.8 discs on average"]);
  translate([[".", ","], ["B+{discs}", "N+{discs}"]], "fr");
  assert.deepEqual(scores(), ["N+1,3", " ± 0,4", "2,5", "−6,8 discs on average"]);
  assert.equal(t("Accuracy: {black} of {moves}", { black: "93.8 %", moves: "f5.d6" }), "Accuracy: 93.8 % of f5.d6"); // names stay
  assert.deepEqual(fieldsOf({ opponents: {}, human: "X", total: { X: 450, O: 450 } })["first-minutes"], "7,5");
  translate([], "en");
});

test("an error is said in the reader's language, with the engine's own words behind it", () => {
  translate(new Map([["This is no move.", "Ce n’est pas un coup."], ["{side} to move", "{side} au trait"], ["{move} costs {loss}", "{loss} pour {move}"]]), "fr");
  assert.equal(failureText({ message: "f9: no square", code: "invalid_move" }), "Ce n’est pas un coup. (f9: no square)");
  assert.equal(failureText({ message: "out of memory", code: "no_memory" }), "out of memory");
  assert.equal(failureText({ message: "", code: "no_game", meant: "Tiger" }), "This is no game, no position and no opening’s name. Did you mean Tiger?");
  assert.equal(t("{side} to move", { side: "X" }), "X au trait");
  assert.equal(sentence({ form: "{move} costs {loss}", values: { move: "f5", loss: { form: "exactly {score}", values: { score: -3 } } } }), "exactly −3 pour f5");
  translate([["{count} stable disc", "{count} pion stable"], ["{count} stable discs", "{count} pions stables"]], "fr");
  assert.deepEqual([0, 1, 2].map((count) => sentence({ form: `{count} stable disc${count === 1 ? "" : "s"}`, values: { count } })), ["0 pion stable", "1 pion stable", "2 pions stables"]);
  translate([["B+{discs}", "Noir +{discs}"], ["B", "N"], ["pass", "passe"]], "fr");
  assert.deepEqual([words.resultText("B+R"), words.scoreText(3, "black", true), t("pass")], ["Noir +R", "Noir +3", "passe"]);
  assert.equal(words.shortScoreText(3, "black", true), "N+3"); // on a square there is no room for the word
  translate([], "en");
  assert.equal(t("{side} to move", { side: "X" }), "X to move");
});
