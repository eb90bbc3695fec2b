"use strict";

const SVG = "http://www.w3.org/2000/svg";
const DIRECTIONS = [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]];
const DISCS = { X: ["#16191c", "#000000"], O: ["#f8f6f0", "#a9ada8"] };
const [FRAME, SQUARE, RADIUS] = [20, 45, 18.5]; // as othello.svg draws the board

const { games, phases } = JSON.parse(document.getElementById("games").textContent);
const byId = (id) => document.getElementById(id);

// What is shown: a position of a game, or one of a line beside it.
const shown = { game: 0, ply: 0, line: null, step: 0 };

// ---------------------------------------------------------------- rules

function start(game) {
  return { squares: [...game.start.slice(0, 64)], turn: game.start.slice(-1), last: null };
}

function squareOf(move) {
  return move === "pass" ? null : 8 * (move.charCodeAt(1) - 49) + move.charCodeAt(0) - 97;
}

function after(position, move) {
  const squares = [...position.squares];
  const own = position.turn, other = own === "X" ? "O" : "X";
  const square = squareOf(move);
  if (square !== null) {
    squares[square] = own;
    for (const [right, down] of DIRECTIONS) {
      const run = [];
      let file = square % 8 + right, rank = Math.floor(square / 8) + down;
      const isInside = () => file >= 0 && file < 8 && rank >= 0 && rank < 8;
      for (; isInside() && squares[8 * rank + file] === other; file += right, rank += down) {
        run.push(8 * rank + file);
      }
      if (isInside() && squares[8 * rank + file] === own) run.forEach((flip) => { squares[flip] = own; });
    }
  }
  return { squares, turn: other, last: square };
}

/** Return the position after so many moves of the game, or of the line that leaves it there. */
function positionShown() {
  const game = games[shown.game];
  const moves = game.moves.map((move) => move.move);
  const played = shown.line
    ? [...moves.slice(0, shown.ply - 1), ...shown.line.slice(0, shown.step)]
    : moves.slice(0, shown.ply);
  return played.reduce(after, start(game));
}

// ---------------------------------------------------------------- words

/** Return a score for the side that moved, such as "B+4"; even scores belong to nobody. */
function scoreText(score, side, exact) {
  const size = exact ? String(Math.abs(score)) : Math.abs(score).toFixed(1);
  if (Number(size) === 0) return "even";
  return ((score > 0) === (side === "black") ? "B+" : "W+") + size;
}

function lossText(move) {
  return move.exact ? String(move.loss) : move.loss.toFixed(1);
}

function knownText(move) {
  return move.exact ? "exact" : `${move.selectivity} %, depth ${move.depth}`;
}

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function drawn(parent, name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  parent.append(made);
  return made;
}

function disc(side) {
  return element("span", "", { class: `disc ${side}`, "aria-hidden": "true" });
}

function verdict(word) {
  const made = element("span", word, { class: "verdict" });
  made.style.color = `var(--${word})`;
  return made;
}

// ---------------------------------------------------------------- the board

function drawBoard() {
  const position = positionShown();
  const picture = byId("board").querySelector("svg");
  picture.querySelector("#pieces")?.remove();
  const pieces = drawn(picture, "g", { id: "pieces" });
  position.squares.forEach((content, square) => {
    if (!(content in DISCS)) return;
    const [fill, stroke] = DISCS[content];
    drawn(pieces, "circle", { ...centre(square), r: RADIUS, fill, stroke, "stroke-width": 1.5 });
  });
  if (position.last !== null) {
    drawn(pieces, "circle", { ...centre(position.last), r: 5, fill: "#e5484d" });
  }
  const better = shown.line || shown.ply === 0 ? null : betterMove(games[shown.game].moves[shown.ply - 1]);
  if (better) {
    const ring = { fill: "none", stroke: "#ffe066", "stroke-width": 3, "stroke-dasharray": "6 4" };
    drawn(pieces, "circle", { ...centre(squareOf(better)), r: RADIUS - 2, ...ring });
  }
  const count = (side) => position.squares.filter((content) => content === side).length;
  byId("black").replaceChildren(disc("black"), ` Black ${count("X")}`);
  byId("white").replaceChildren(disc("white"), ` White ${count("O")}`);
  const label = `Othello board: black ${count("X")}, white ${count("O")}`;
  picture.setAttribute("aria-label", label);
  picture.querySelector("title").textContent = label;
}

function centre(square) {
  return { cx: FRAME + (square % 8 + 0.5) * SQUARE, cy: FRAME + (Math.floor(square / 8) + 0.5) * SQUARE };
}

/** Return the best move where one was played that is worse by more than a trifle. */
function betterMove(move) {
  if (!move.verdict) return null;
  return ["best", "forced"].includes(move.verdict) ? null : move.pv[0];
}

// ---------------------------------------------------------------- what was thought of the move

function drawStatus() {
  const game = games[shown.game], status = byId("status"), lines = byId("lines");
  lines.replaceChildren();
  if (shown.ply === 0) {
    status.replaceChildren(element("p", "Start", { class: "move" }));
    if (game.accuracy && game.moves.length) addLine(lines, "Best line", game.moves[0], game.moves[0].pv, 1);
    return;
  }
  const move = game.moves[shown.ply - 1];
  if (!move.verdict) {
    status.replaceChildren(element("p", `${shown.ply}. ${move.side} ${move.move}`, { class: "move" }));
    if (move.score !== null) status.append(element("p", `its player thought: ${scoreText(move.score, move.side, false)}`));
    return;
  }
  const heading = element("p", `${shown.ply}. ${move.side} ${move.move} – `, { class: "move" });
  heading.append(verdict(move.verdict));
  const score = `${scoreText(move.score, move.side, move.exact)}, ${knownText(move)}`;
  status.replaceChildren(heading, element("p", score));
  const better = betterMove(move);
  if (better) {
    const best = scoreText(move.best, move.side, move.exact);
    status.append(element("p", `${better} was better: ${best}. Lost ${lossText(move)} discs.`));
  }
  const comment = game.comments[shown.ply];
  if (comment) status.append(element("p", comment, { class: "comment" }));
  if (better) addLine(lines, `Best line, ${scoreText(move.best, move.side, move.exact)}`, move, move.pv, shown.ply);
  addLine(lines, `Line of ${move.move}, ${scoreText(move.score, move.side, move.exact)}`, move, move.played_pv, shown.ply);
}

/** Add a line of play that leaves the game before move `ply`, a button for each of its moves. */
function addLine(parent, name, move, line, ply) {
  const id = `line-${parent.childElementCount}`;
  parent.append(element("p", name, { id, class: "muted" }));
  const group = element("div", "", { class: "line", role: "group", "aria-labelledby": id });
  line.forEach((played, index) => {
    const button = element("button", played, { type: "button", "aria-pressed": "false" });
    button.addEventListener("click", () => {
      Object.assign(shown, { ply, line, step: index + 1 });
      drawBoard();
      drawGraph();
      for (const other of parent.querySelectorAll("button")) other.setAttribute("aria-pressed", "false");
      button.setAttribute("aria-pressed", "true");
    });
    group.append(button);
  });
  parent.append(group);
}

// ---------------------------------------------------------------- the graph

function blackScores(game) {
  return game.moves.map((move) => (move.side === "black" ? move.score : -move.score));
}

/** Return where on a picture of that width everything goes. */
function graphScale(scores, width) {
  const [left, top, height, gap, lossHeight] = [40, 8, 150, 14, 46];
  const right = width - 6, bottom = top + height + gap + lossHeight;
  const most = Math.max(8, ...scores.map(Math.abs));
  const step = (right - left) / Math.max(scores.length, 1);
  const x = (ply) => left + (ply - 0.5) * step;
  const y = (score) => top + height / 2 * (1 - score / most);
  return { left, right, top, bottom, lossHeight, most, step, x, y };
}

function drawGraph() {
  const game = games[shown.game];
  if (!game.accuracy) return;
  const scores = blackScores(game), n = game.moves.length;
  const holder = byId("graph"), width = Math.max(holder.clientWidth, 240);
  const scale = graphScale(scores, width);
  const { left, top, bottom, step, x } = scale;
  const lost = n ? game.moves.reduce((a, b) => (b.loss > a.loss ? b : a)) : null;
  const label = lost ? `Score for black by move; it ends at ${scores[n - 1]}. Most was lost by move ${lost.ply}.` : "No moves";
  const svg = document.createElementNS(SVG, "svg");
  for (const [key, value] of Object.entries({ viewBox: `0 0 ${width} ${bottom + 18}`, role: "img", "aria-label": label })) {
    svg.setAttribute(key, value);
  }
  drawProven(svg, scale, game.moves);
  drawScores(svg, scale, scores);
  drawLosses(svg, scale, game.moves);
  if (shown.ply) {
    const at = x(shown.ply);
    drawn(svg, "line", { x1: at, x2: at, y1: top, y2: bottom, stroke: "var(--accent)", "stroke-width": 2 });
  }
  holder.replaceChildren(svg);
  holder.onpointerdown = holder.onpointermove = (event) => {
    if (event.type === "pointermove" && !event.buttons) return;
    const box = holder.getBoundingClientRect();
    go(Math.round((event.clientX - box.left - left) / step + 0.5));
  };
}

/** Mark the moves from which on all is proven. */
function drawProven(svg, { right, top, bottom, step, x }, moves) {
  const exact = moves.find((move) => move.exact);
  if (!exact) return;
  const from = x(exact.ply) - step / 2;
  drawn(svg, "rect", { x: from, y: top, width: right - from, height: bottom - top, fill: "var(--proven)" });
  drawn(svg, "text", { x: from + 3, y: top + 11 }, "exact");
}

function drawScores(svg, { left, right, most, x, y }, scores) {
  const tick = [4, 8, 16, 32].find((discs) => most / discs <= 2.5) ?? 32;
  for (let score = -tick * Math.floor(most / tick); score <= most; score += tick) {
    drawn(svg, "line", { x1: left, x2: right, y1: y(score), y2: y(score), stroke: "var(--line)" });
    const text = score === 0 ? "0" : (score > 0 ? "B+" : "W+") + Math.abs(score);
    drawn(svg, "text", { x: left - 4, y: y(score) + 4, "text-anchor": "end" }, text);
  }
  if (!scores.length) return;
  for (const [ahead, fill] of [[1, "var(--black-area)"], [-1, "var(--white-area)"]]) {
    drawn(svg, "path", { d: areaOf(scores, ahead, x, y), fill, "fill-opacity": 0.55 });
  }
  const points = scores.map((score, index) => `${x(index + 1)} ${y(score)}`);
  drawn(svg, "path", { d: `M${points.join("L")}`, fill: "none", stroke: "var(--text)", "stroke-width": 1.5 });
}

/** Draw a bar for what each move lost, and the numbers of the moves below. */
function drawLosses(svg, { left, right, bottom, lossHeight, step, x }, moves) {
  const most = Math.max(8, ...moves.map((move) => move.loss));
  for (const move of moves) {
    const size = lossHeight * move.loss / most;
    const place = { x: x(move.ply) - step * 0.35, y: bottom - size, width: step * 0.7, height: size };
    drawn(svg, "rect", { ...place, fill: `var(--${move.verdict})`, class: "bar" });
  }
  drawn(svg, "line", { x1: left, x2: right, y1: bottom, y2: bottom, stroke: "var(--muted)" });
  drawn(svg, "text", { x: left - 4, y: bottom, "text-anchor": "end" }, "loss");
  for (let ply = 10; ply <= moves.length; ply += 10) {
    drawn(svg, "text", { x: x(ply), y: bottom + 14, "text-anchor": "middle" }, String(ply));
  }
}

/** Return the path around what lies on one side of zero: 1 where black is ahead, -1 white. */
function areaOf(scores, ahead, x, y) {
  const corners = [[x(1), y(0)]];
  scores.forEach((score, index) => {
    const next = scores[index + 1] ?? 0;
    corners.push([x(index + 1), y(ahead * Math.max(ahead * score, 0))]);
    if (score * next < 0) corners.push([x(index + 1 + score / (score - next)), y(0)]);
  });
  corners.push([x(scores.length), y(0)]);
  return `M${corners.map((corner) => corner.join(" ")).join("L")}Z`;
}

// ---------------------------------------------------------------- the tables

function drawAccuracy() {
  // A game that nobody has analysed has moves, and perhaps what its players thought of them.
  for (const name of ["graph-section", "accuracy-section"]) byId(name).hidden = !games[shown.game].accuracy;
  if (!games[shown.game].accuracy) return;
  const row = byId("phases");
  row.replaceChildren(element("td", ""), ...phases.map((phase) => element("th", phase, { scope: "col" })));
  byId("accuracy").replaceChildren(...["black", "white"].map((side) => {
    const line = element("tr", "");
    const head = element("th", "", { scope: "row" });
    head.append(disc(side), ` ${side}`);
    line.append(head, ...phases.map((phase) => {
      const { moves, percent, mean_loss: mean } = games[shown.game].accuracy[side][phase];
      const cell = element("td", moves ? `${percent} %` : "–");
      if (moves) cell.append(element("span", `−${mean}`, { class: "loss muted" }));
      return cell;
    }));
    return line;
  }));
}

function drawRows() {
  byId("rows").replaceChildren(...games[shown.game].moves.map((move) => {
    const row = element("tr", "");
    const button = element("button", "", { type: "button", "aria-label": `Move ${move.ply}: ${move.side} ${move.move}` });
    button.append(disc(move.side), move.move);
    const cell = element("td", "", { class: "word" });
    cell.append(button);
    const word = element("td", "", { class: "word" });
    if (move.verdict) word.append(verdict(move.verdict));
    row.append(
      element("td", move.ply), cell, element("td", move.score === null ? "" : scoreText(move.score, move.side, move.exact)),
      element("td", move.loss > 0 ? lossText(move) : ""), word,
      element("td", betterMove(move) ?? "", { class: "word" }),
      move.verdict ? element("td", move.exact ? "exact" : `${move.selectivity} %`, { title: knownText(move) }) : element("td", ""),
    );
    row.addEventListener("click", () => go(move.ply));
    return row;
  }));
}

function markRow() {
  const list = byId("moves");
  byId("rows").querySelector("[aria-current]")?.removeAttribute("aria-current");
  const row = byId("rows").children[shown.ply - 1];
  if (!row) return;
  row.setAttribute("aria-current", "step");
  const head = list.querySelector("thead").offsetHeight;
  const above = row.offsetTop - head < list.scrollTop;
  const below = row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight;
  if (above || below) list.scrollTop = row.offsetTop - list.clientHeight / 3;
}

// ---------------------------------------------------------------- moving about

function go(ply) {
  const n = games[shown.game].moves.length;
  Object.assign(shown, { ply: Math.min(Math.max(ply, 0), n), line: null, step: 0 });
  byId("slider").value = shown.ply;
  byId("slider").setAttribute("aria-valuetext", shown.ply ? `move ${shown.ply} of ${n}` : "start");
  drawBoard();
  drawStatus();
  drawGraph();
  markRow();
  writeAddress();
}

let addressTimer = 0;

/** Let the address name what is shown: once the stepping pauses, as browsers refuse many changes in a row. */
function writeAddress() {
  clearTimeout(addressTimer);
  // In place, or each step would be one for the browser's "back".
  const write = () => history.replaceState(null, "", `#${shown.game + 1}.${shown.ply}`);
  addressTimer = setTimeout(write, 300);
}

function choose(number) {
  const game = games[number];
  Object.assign(shown, { game: number });
  document.title = byId("title").textContent = game.title;
  byId("event").textContent = [game.event, game.opening].filter(Boolean).join(" · ");
  byId("remark").textContent = game.comments[0] ?? "";
  byId("slider").max = game.moves.length;
  drawAccuracy();
  drawRows();
  byId("moves").scrollTop = 0;
  go(0);
}

const steps = {
  ArrowLeft: () => go(shown.line ? shown.ply : shown.ply - 1),
  ArrowRight: () => go(shown.line ? shown.ply : shown.ply + 1),
  Home: () => go(0),
  End: () => go(Infinity),
};

byId("first").addEventListener("click", steps.Home);
byId("back").addEventListener("click", steps.ArrowLeft);
byId("forward").addEventListener("click", steps.ArrowRight);
byId("last").addEventListener("click", steps.End);
byId("slider").addEventListener("input", (event) => go(Number(event.target.value)));
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT)$/.test(event.target.tagName)) return;
  if (event.key in steps) {
    event.preventDefault();
    steps[event.key]();
  }
});
new ResizeObserver(drawGraph).observe(byId("graph"));

byId("game").append(...games.map((game, number) => element("option", game.title, { value: number })));
byId("game").addEventListener("change", (event) => choose(Number(event.target.value)));
byId("chooser").hidden = games.length < 2;

/** Show what the address says: page.html#2.13 is the second game after move 13. */
function follow() {
  const [number, ply] = location.hash.slice(1).split(".").map(Number);
  choose(games[number - 1] ? number - 1 : 0);
  byId("game").value = shown.game;
  if (ply) go(ply);
}

window.addEventListener("hashchange", follow);
follow();
