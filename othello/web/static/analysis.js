// The page of analysed games: what is shown, and how one moves about.

import { drawCounts, drawPieces } from "./board.js";
import { byId, element, on } from "./elements.js";
import { drawScoreGraph } from "./graph.js";
import { fillAccuracy, markMove, markStep, moveRows, offerLines } from "./moves.js";
import { after, positionOf, squareOf } from "./rules.js";
import { makeSteps } from "./steps.js";
import { makeStore } from "./store.js";
import { betterMove, certainty, gradeText, lossText, scoreText, verdict } from "./words.js";

const { games, phases } = JSON.parse(byId("games").textContent);

// What is shown: a position of a game, or one of a line beside it, after so many steps. The line has its number
// on the page, its moves, and after how many moves it leaves the game. The address is as it was written, soon after.
const shown = makeStore({ game: 0, ply: 0, line: null, step: 0, address: location.hash, timer: 0 }).state;

// -------------------------------- the board

/** Return the position after so many moves of the game, or of the line that leaves it there. */
function positionShown() {
  const { start, moves } = games[shown.game], { line, ply, step } = shown;
  const played = moves.slice(0, line?.leaves ?? ply).map(({ move }) => move);
  return [...played, ...(line?.moves.slice(0, step) ?? [])].reduce(after, positionOf(start));
}

function drawBoard() {
  const game = games[shown.game], position = positionShown();
  const better = shown.line || shown.ply === 0 ? null : betterMove(game.moves[shown.ply - 1]);
  drawPieces(byId("board").querySelector("svg"), position, { ringed: better ? [squareOf(better)] : [] });
  drawCounts([byId("black"), byId("white")], position, [game.black || "Black", game.white || "White"]);
}

/** Draw the graph of a game; one that nobody has analysed has moves, and perhaps what its players thought of them. */
function drawGraph() {
  const { accuracy, moves } = games[shown.game];
  if (accuracy) drawScoreGraph(byId("graph"), moves, shown.ply, go);
}

// -------------------------------- what was thought of the move

function drawStatus() {
  const game = games[shown.game], move = game.moves[shown.ply - 1];
  const say = (content, kind = "") => byId("status").append(element("p", content, { class: kind }));
  for (const id of ["status", "lines"]) byId(id).replaceChildren();
  if (!move) {
    say("Start", "move");
    if (game.accuracy && game.moves.length) showLines([["Best line", game.moves[0].pv]], 0);
    return;
  }
  const played = `${shown.ply}. ${move.side} ${move.move}`, score = scoreText(move.score, move.side, move.exact);
  if (!move.verdict) {
    say(played, "move");
    if (move.score !== null) say(`its player thought: ${score}`);
    return;
  }
  say([`${played} – `, verdict(move.verdict)], "move");
  say(`${score}, ${certainty(move)}`);
  if (move.book) say(bookText(move));
  const better = betterMove(move), named = [[`Line of ${move.move}, ${score}`, move.played_pv]];
  if (better) {
    const best = scoreText(move.best, move.side, move.exact);
    say(`${better} was better: ${best}. Lost ${lossText(move)} discs.`);
    named.unshift([`Best line, ${best}`, move.pv]);
  }
  if (game.comments[shown.ply]) say(game.comments[shown.ply], "comment");
  showLines(named, shown.ply - 1);
}

/** Return what the book has of a move, in short or in full, or that the game leaves the book with it. */
function bookText({ book, move, side, empties }, isShort) {
  if (!book) return "";
  const score = scoreText(book.score, side, book.grade === "proven"), isThere = book.move === move;
  if (isShort) return isThere ? score : "left here";
  return `${isThere ? "Book" : `Not in the book, which has ${book.move}`}: ${score}, ${gradeText(book.grade, empties)}`;
}

/** Show lines of play, which leave the game after so many of its moves, as buttons. */
function showLines(named, leaves) {
  offerLines(byId("lines"), named, (_, number, step) => follow({ number, moves: named[number][1], leaves }, step));
}

function follow(line, step) {
  Object.assign(shown, { line, step });
  drawBoard();
  drawGraph();
}

// -------------------------------- moving about

function go(ply) {
  const n = games[shown.game].moves.length;
  Object.assign(shown, { ply: Math.min(Math.max(ply, 0), n), line: null, step: 0 });
  byId("slider").value = shown.ply;
  byId("slider").setAttribute("aria-valuetext", shown.ply ? `move ${shown.ply} of ${n}` : "start");
  drawBoard();
  drawStatus();
  drawGraph();
  markMove(byId("moves"), byId("rows"), shown.ply);
  writeAddress();
}

/** Let the address name what is shown: once the stepping pauses, as browsers refuse many changes in a row. */
function writeAddress() {
  clearTimeout(shown.timer);
  // In place, or each step would be one for the browser's "back".
  const write = () => {
    if (location.hash !== shown.address) return; // another one was typed, and is followed next
    shown.address = `#${shown.game + 1}.${shown.ply}`;
    history.replaceState(null, "", shown.address);
  };
  shown.timer = setTimeout(write, 300);
}

function choose(number) {
  const game = games[number];
  shown.game = number;
  document.title = byId("title").textContent = game.title;
  byId("event").textContent = [game.event, game.opening, game.book].filter(Boolean).join(" · ");
  byId("remark").textContent = game.comments[0] ?? "";
  byId("slider").max = game.moves.length;
  for (const name of ["graph-section", "accuracy-section"]) byId(name).hidden = !game.accuracy;
  if (game.accuracy) fillAccuracy(game.accuracy, phases);
  const rows = moveRows(game.moves, go);
  if (game.book) rows.forEach((row, at) => row.append(element("td", bookText(game.moves[at], true))));
  byId("book-head").hidden = !game.book;
  byId("rows").replaceChildren(...rows);
  byId("moves").scrollTop = 0;
  go(0);
}

/** Go a move on or back: within a line, and at its ends back to the game. */
function stepBy(step) {
  const { line } = shown, next = shown.step + step;
  if (!line) go(shown.ply + step);
  else if (next < 1 || next > line.moves.length) go(shown.ply);
  else {
    follow(line, next);
    markStep(byId("lines"), line.number, next);
  }
}

makeSteps({
  first: () => go(0),
  back: () => stepBy(-1),
  forward: () => stepBy(1),
  last: () => go(Infinity),
  leave: () => go(shown.ply),
});
on("slider", "input", (event) => go(Number(event.target.value)));
new ResizeObserver(drawGraph).observe(byId("graph"));

byId("game").append(...games.map((game, number) => element("option", game.title, { value: number })));
on("game", "change", (event) => choose(Number(event.target.value)));
byId("chooser").hidden = games.length < 2;

/** Show what the address says: page.html#2.13 is the second game after move 13. */
function followAddress() {
  shown.address = location.hash;
  const [number, ply] = location.hash.slice(1).split(".").map(Number);
  choose(games[number - 1] ? number - 1 : 0);
  byId("game").value = shown.game;
  if (ply) go(ply);
}

window.addEventListener("hashchange", followAddress);
followAddress();
