// The page of analysed games: what is shown, and how one moves about.

import { drawCounts, drawPieces } from "./board.js";
import { byId, element, on } from "./elements.js";
import { drawScoreGraph } from "./graph.js";
import { fillAccuracy, linesOf, markMove, markStep, moveRows, offerLines } from "./moves.js";
import { after, numberBefore, numbered, positionOf, squareOf } from "./rules.js";
import { makeSteps } from "./steps.js";
import { makeStore } from "./store.js";
import { betterMove, certainty, gradeText, lossText, scoreText, verdict } from "./words.js";

const games = JSON.parse(byId("games").textContent).map((game) => ({ ...game, moves: numbered(game.moves) }));

// What is shown: a position of a game, or one of a line beside it, after so many steps. The line has its number
// on the page, its moves, and after how many moves it leaves the game.
const store = makeStore({ game: 0, ply: 0, line: null, step: 0, timer: 0 }), shown = store.state;

// -------------------------------- the board, the graph

/** Return the position after so many moves of the game, or of the line that leaves it there. */
function positionShown() {
  const { start, moves } = games[shown.game], { line, ply, step } = shown;
  const played = moves.slice(0, line?.leaves ?? ply).map(({ move }) => move);
  return [...played, ...(line?.moves.slice(0, step) ?? [])].reduce(after, positionOf(start));
}

function draw() {
  const game = games[shown.game], position = positionShown();
  const better = shown.line || shown.ply === 0 ? null : betterMove(game.moves[shown.ply - 1]);
  drawPieces(byId("board").querySelector("svg"), position, { ringed: better ? [squareOf(better)] : [] });
  drawCounts([byId("black"), byId("white")], position, [game.black || "Black", game.white || "White"]);
  if (game.accuracy) drawScoreGraph(byId("graph"), game.moves, shown.ply, go);
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
  const played = `${numberBefore(move.number)}${move.side} ${move.move}`, score = scoreText(move.score, move.side, move.exact);
  if (!move.verdict) {
    say(played, "move");
    if (move.score !== null) say(`its player thought: ${score}`);
    return;
  }
  say([`${played} – `, verdict(move.verdict)], "move");
  say(`${score}, ${certainty(move)}`);
  if (move.book) say(bookText(move));
  if (betterMove(move)) say(`${betterMove(move)} was better: ${scoreText(move.best, move.side, move.exact)}. Lost ${lossText(move)} discs.`);
  if (game.comments[shown.ply]) say(game.comments[shown.ply], "comment");
  showLines(linesOf(move), shown.ply - 1);
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
  offerLines(byId("lines"), named, (moves, step, number) => store.set({ line: { number, moves, leaves }, step }));
}

// -------------------------------- moving about

function go(ply) {
  const n = games[shown.game].moves.length;
  store.set({ ply: Math.min(Math.max(ply, 0), n), line: null, step: 0 });
  byId("slider").value = shown.ply;
  byId("slider").setAttribute("aria-valuetext", shown.ply ? `move ${shown.ply} of ${n}` : "start");
  drawStatus();
  markMove(byId("moves"), byId("rows"), shown.ply);
  writeAddress();
}

/** Let the address name what is shown: once the stepping pauses, as browsers refuse many changes in a row. */
function writeAddress() {
  clearTimeout(shown.timer);
  // In place, or each step would be one for the browser's "back".
  shown.timer = setTimeout(() => history.replaceState(null, "", `#${shown.game + 1}.${shown.ply}`), 300);
}

function choose(number) {
  const game = games[number];
  shown.game = number;
  document.title = byId("title").textContent = game.title;
  byId("event").textContent = [game.event, game.opening, game.book].filter(Boolean).join(" · ");
  byId("remark").textContent = game.comments[0] ?? "";
  byId("slider").max = game.moves.length;
  for (const name of ["graph-section", "accuracy-section"]) byId(name).hidden = !game.accuracy;
  if (game.accuracy) fillAccuracy(game.accuracy);
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
    store.set({ step: next });
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
store.draw = draw;
new ResizeObserver(store.redraw).observe(byId("graph"));

byId("game").append(...games.map((game, number) => element("option", game.title, { value: number })));
on("game", "change", (event) => choose(Number(event.target.value)));
byId("chooser").hidden = games.length < 2;

/** Show what the address says: page.html#2.13 is the second game after move 13. */
function followAddress() {
  const [number, ply] = location.hash.slice(1).split(".").map(Number);
  choose(games[number - 1] ? number - 1 : 0);
  byId("game").value = shown.game;
  if (ply) go(ply);
}

window.addEventListener("hashchange", followAddress);
followAddress();
