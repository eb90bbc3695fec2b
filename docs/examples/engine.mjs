// An engine that speaks UGI, as docs/ugi.md describes it: `othello compliance 'node engine.mjs'`.
// It answers each `go` at once, so that nothing has to be read while it thinks.
import { createInterface } from "node:readline";

const STEPS = [-11, -10, -9, -1, 1, 9, 10, 11]; // in an array of ten by ten, with a border of "#"
const PASS = "0000";
const NEAR = 8; // empty squares from which on it looks to the end
const name = (square) => "abcdefgh"[(square % 10) - 1] + Math.floor(square / 10);
const square = (text) => 10 * Number(text[1]) + "abcdefgh".indexOf(text[0]) + 1;
const SQUARES = [...Array(64).keys()].map((i) => 10 * ((i >> 3) + 1) + (i & 7) + 1);
const other = (side) => (side === "x" ? "o" : "x");

function flipped({ cells, turn }, at) {
  if (cells[at] !== "-") return [];
  return STEPS.flatMap((step) => {
    const run = [];
    for (let s = at + step; cells[s] === other(turn); s += step) run.push(s);
    return cells[at + step * (run.length + 1)] === turn ? run : [];
  });
}

const moves = (board) => SQUARES.filter((at) => flipped(board, at).length > 0);
const passed = ({ cells, turn }) => ({ cells, turn: other(turn) });

function after(board, move) {
  const flips = move === PASS ? [] : flipped(board, square(move));
  const mustPass = moves(board).length === 0 && moves(passed(board)).length > 0;
  if (move === PASS) return mustPass ? passed(board) : null;
  if (!/^[a-h][1-8]$/.test(move)) return null;
  if (flips.length === 0) return mustPass ? after(passed(board), move) : null;
  const cells = [...board.cells];
  for (const at of [square(move), ...flips]) cells[at] = board.turn;
  return { cells, turn: other(board.turn) };
}

function read(text) {
  const [squares, turn] = text.toLowerCase().split(" ");
  const row = squares.replaceAll("/", "").replace(/\d/g, (digit) => "-".repeat(Number(digit)));
  if (!/^[xo-]{64}$/.test(row) || !/^[xo]$/.test(turn)) return null;
  const cells = Array(100).fill("#");
  SQUARES.forEach((at, i) => (cells[at] = row[i]));
  return { cells, turn };
}

const START = read("8/8/8/3ox3/3xo3/8/8/8 x");

function score({ cells, turn }) {
  const count = (what) => cells.filter((cell) => cell === what).length;
  const difference = count(turn) - count(other(turn));
  return difference + Math.sign(difference) * count("-");
}

function solve(board, alpha, beta, only) {
  const mine = only ?? moves(board).map(name);
  if (mine.length === 0 && moves(passed(board)).length === 0) return { value: score(board), line: [] };
  let best = { value: -65, line: [] };
  for (const move of mine.length > 0 ? mine : [PASS]) {
    const { value, line } = solve(after(board, move), -beta, -Math.max(alpha, best.value));
    if (-value > best.value) best = { value: -value, line: [move, ...line] };
    if (best.value >= beta) break;
  }
  return best;
}

let board = START;
let kept = ""; // a bestmove that has to wait

function position(text) {
  const [, start, fen, , list] = /^(?:(startpos)|fen (.*?))( moves ?(.*))?$/.exec(text) ?? [];
  let reached = start ? START : fen ? read(fen) : null;
  for (const move of list?.toLowerCase().split(" ") ?? []) reached = reached && after(reached, move);
  board = reached ?? board;
}

function go(words) {
  const at = words.indexOf("searchmoves");
  const only = at < 0 ? undefined : words.slice(at + 1).filter((word) => /^[a-h][1-8]$/.test(word));
  const empties = board.cells.filter((cell) => cell === "-").length;
  const guess = only?.[0] ?? moves(board).map(name)[0];
  const near = empties <= NEAR || guess === undefined;
  const found = near ? solve(board, -64, 64, only) : { value: 0, line: [guess] };
  const cp = words.includes("wld") ? Math.sign(found.value) : found.value;
  if (near) console.log(`info score cp ${100 * cp} pv ${found.line.join(" ")}`.trim());
  const answer = `bestmove ${found.line[0] ?? PASS}`;
  if (words.includes("infinite") || words.includes("ponder")) kept = answer;
  else console.log(answer);
}

function query(what) {
  const isOver = moves(board).length === 0 && moves(passed(board)).length === 0;
  const black = board.turn === "x" ? score(board) : -score(board);
  const result = isOver ? { 1: "p1win", 0: "draw", "-1": "p2win" }[Math.sign(black)] : "none";
  const answers = { gameover: isOver, p1turn: board.turn === "x", result };
  if (what in answers) console.log(`response ${answers[what]}`);
}

const commands = {
  ugi: () => console.log("id name engine.mjs\nid author you\noption name Ponder type check default false\nugiok"),
  isready: () => console.log("readyok"),
  position: (words) => position(words.join(" ")),
  go: (words) => { if (!kept) go(words); },
  query: ([what]) => query(what),
  stop: () => { if (kept) console.log(kept); kept = ""; },
  ponderhit: () => commands.stop(),
  quit: () => process.exit(0),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [word, ...words] = line.trim().split(/\s+/);
  if (Object.hasOwn(commands, word)) commands[word](words);
}
