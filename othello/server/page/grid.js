// The board that is played on: the picture, and over it a grid of 64 squares for mouse, touch, keyboard
// and screen readers.

import { centre, drawPieces } from "./board.js";
import { showMove } from "./effects.js";
import { byId, drawn, element, hasModifier } from "./elements.js";
import { legalSquares, nameOf, squareOf } from "./rules.js";
import { STEP_KEYS } from "./steps.js";
import { makeStore } from "./store.js";
import { t } from "./texts.js";

const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 };
const LINE_MOVES = 8; // how many of a line's moves are drawn

/** The 64 cells; the position that was shown; the square that has the focus, and whether it has it by a click; whether that only closes a menu. */
const grid = makeStore({ cells: [], before: null, focused: 19, isByPointer: false, isClosing: false }).state, { cells } = grid;

/** Make the grid; `choose` gets the number of a square that is clicked on, `point` one pointed at or null. */
export function makeGrid(choose, point) {
  const holder = byId("grid");
  for (let square = 0; square < 64; square++) cells.push(makeCell(square, choose, point));
  for (let first = 0; first < 64; first += 8) holder.append(element("div", cells.slice(first, first + 8), { role: "row" }));
  holder.addEventListener("pointerdown", () => { grid.isClosing = document.querySelector(":popover-open") !== null; }, true);
  holder.addEventListener("keydown", (event) => onKey(event, choose));
}

function makeCell(square, choose, point) {
  const cell = element("div", "", { role: "gridcell", tabindex: square === grid.focused ? 0 : -1, "data-square": nameOf(square) });
  cell.addEventListener("click", ({ detail }) => {
    grid.isByPointer = detail > 0; // a screen reader's click has none
    if (!grid.isByPointer || !grid.isClosing) choose(square);
  });
  cell.addEventListener("pointerenter", () => point(square));
  cell.addEventListener("pointerleave", () => point(null));
  cell.addEventListener("focus", () => { moveFocus(square, false); point(square); });
  cell.addEventListener("blur", () => { grid.isByPointer = false; point(null); });
  return cell;
}

/** Call `act` for events of the pointer on a square, with its cell; before others if it `isFirst`. */
export function onSquare(kind, act, isFirst = false) {
  byId("grid").addEventListener(kind, (event) => {
    const cell = event.target.closest("[data-square]");
    if (cell) act(event, cell);
  }, isFirst);
}

function onKey(event, choose) {
  const { focused, isByPointer } = grid;
  if (hasModifier(event)) return;
  if (isByPointer && STEP_KEYS[event.key]) return; // who clicks on the board steps through the game
  if (event.key === "Enter" || event.key === " ") choose(focused);
  else if (event.key === "Home") moveFocus(focused - focused % 8, true);
  else if (event.key === "End") moveFocus(focused - focused % 8 + 7, true);
  else if (event.key in STEPS) step(STEPS[event.key]);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function step(by) {
  const { focused } = grid, next = focused + by;
  const staysInRow = Math.abs(by) === 8 || Math.floor(next / 8) === Math.floor(focused / 8);
  if (next >= 0 && next < 64 && staysInRow) moveFocus(next, true);
}

function moveFocus(square, isMoved) {
  cells[grid.focused].tabIndex = -1;
  grid.focused = square;
  cells[square].tabIndex = 0;
  if (isMoved) cells[square].focus();
}

/** Put a sign on a square that is no move; null takes it away. */
export function showRefused(square) {
  for (const cell of cells) cell.classList.remove("refused");
  if (square === null) return;
  void cells[square].offsetWidth; // so that its animation begins again
  cells[square].classList.add("refused");
}

/** Scroll to the board: to the top of the page, if it fits in there. */
export function showBoard() {
  const { bottom } = byId("said").getBoundingClientRect();
  if (bottom + scrollY <= innerHeight) scrollTo(0, 0);
  else byId("playing").scrollIntoView({ block: "nearest" });
}

/**
 * Show a position.
 *
 * `scores` maps squares to two texts, one that fits and one in full for those who hear it, and a class; the `best` square's stands out.
 * `planned` is a move for one's next turn. `canMove` tells whether legal moves are marked. The other marks are lists: the better moves
 * are `ringed`, the moves played `crossed`, other squares `circled`; an arrow of `arrows` is `[from, to]`, or with a colour.
 */
export function showPosition(position, marks) {
  const { scores = new Map(), best = null, planned = null, canMove = true } = marks;
  const picture = byId("board").querySelector("svg"), { before } = grid;
  drawPieces(picture, position, marks);
  if (before && before !== position) showMove(picture, before, position);
  grid.before = position;
  const legal = new Set(canMove ? legalSquares(position) : []);
  cells.forEach((cell, square) => {
    const [short, score, kind] = scores.get(square) ?? [];
    cell.classList.toggle("legal", legal.has(square));
    cell.classList.toggle("best", square === best);
    cell.classList.toggle("planned", square === planned);
    cell.replaceChildren(...(short ? [element("span", short, { class: kind })] : []));
    cell.setAttribute("aria-label", [...describe(position, square, legal, score), ...saidOf(square, marks)].join(", "));
  });
}

function describe(position, square, legal, score) {
  const content = { X: t("black"), O: t("white") }[position.squares[square]] ?? t("empty");
  const parts = [nameOf(square), content];
  if (legal.has(square)) parts.push(t("legal move"));
  if (score !== undefined) parts.push(t("score {score}", { score }));
  if (position.last === square) parts.push(t("last move"));
  return parts;
}

/** Return what the marks say of a square. */
function saidOf(square, { crossed = [], ringed = [], planned, circled = [], arrows = [] }) {
  const kinds = [[crossed, t("the move played")], [ringed, t("the better move")], [[planned], t("planned move")]];
  const ends = [...circled.map((place) => [place, place]), ...arrows].filter((each) => each.slice(0, 2).includes(square));
  return [...kinds.filter(([squares]) => squares.includes(square)).map(([, text]) => text), ...ends.map(([from, to]) => (
    from === to ? t("circled") : from === square ? t("arrow to {square}", { square: nameOf(to) }) : t("arrow from {square}", { square: nameOf(from) })
  ))];
}

/** Draw a line of play on the board, its moves numbered; an empty one takes the drawing away. */
export function showLine(position, line) {
  const picture = byId("board").querySelector("svg");
  picture.querySelector("#line")?.remove();
  byId("grid").classList.toggle("lined", line.length > 0);
  if (!line.length) return;
  const group = drawn(picture, "g", { id: "line", "font-family": "system-ui, sans-serif", "text-anchor": "middle" });
  let isBlack = position.turn === "X";
  line.slice(0, LINE_MOVES).forEach((move, index) => {
    if (move !== "pass") {
      const { cx, cy } = centre(squareOf(move));
      const [fill, text] = isBlack ? ["#16191c", "#ffffff"] : ["#f8f6f0", "#16191c"];
      drawn(group, "circle", { cx, cy, r: 18.5, fill, "fill-opacity": 0.8, stroke: "#ffe066", "stroke-width": index ? 1 : 2.5 });
      drawn(group, "text", { x: cx, y: cy + 5, fill: text, "font-size": 15 }, index + 1);
    }
    isBlack = !isBlack;
  });
}
