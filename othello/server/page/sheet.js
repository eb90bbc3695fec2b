// A sheet for the printer: the game's last position with its moves' numbers, as Japanese records have it, and the moves.

import { FRAME, RADIUS, SQUARE, centre } from "./board.js";
import { byId, drawn, element } from "./elements.js";
import { knownHeaders } from "./games.js";
import { discOutcome } from "./outcome.js";
import { discCounts, legalMoves, numberBefore, numbered, squareOf } from "./rules.js";
import { isOpen, shell } from "./shell.js";
import { t } from "./texts.js";
import { lineThrough, shown } from "./tree.js";
import { sideText, statedResult, turnText } from "./words.js";

const SIZE = 2 * FRAME + 8 * SQUARE;
const TO_FILL = "_".repeat(20);
const INK = "#000000", PAPER = "#ffffff";

function drawDiagram(holder, position, moves) {
  const picture = drawn(holder, "svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, "font-family": "system-ui, sans-serif", "text-anchor": "middle" });
  for (let line = 0; line <= 8; line++) {
    const at = FRAME + line * SQUARE;
    drawn(picture, "path", { d: `M${FRAME} ${at}h${8 * SQUARE}M${at} ${FRAME}v${8 * SQUARE}`, stroke: INK, "stroke-width": 1 });
    if (line === 8) continue;
    drawn(picture, "text", { x: at + SQUARE / 2, y: 14, "font-size": 12 }, "abcdefgh"[line]);
    drawn(picture, "text", { x: 10, y: at + SQUARE / 2 + 4, "font-size": 12 }, line + 1);
  }
  const numbers = new Map(moves.map(({ move, number }) => [squareOf(move), number]));
  position.squares.forEach((content, square) => {
    if (content === "-") return;
    const { cx, cy } = centre(square), [fill, text] = content === "X" ? [INK, PAPER] : [PAPER, INK];
    drawn(picture, "circle", { cx, cy, r: RADIUS, fill, stroke: INK });
    if (numbers.has(square)) drawn(picture, "text", { x: cx, y: cy + 6, fill: text, "font-size": 17 }, numbers.get(square));
  });
}

/** Return the discs of black and white; at the end of a game with the empty squares, as in its result. */
function countsOf(position) {
  const counts = discCounts(position);
  if (legalMoves(position).length) return counts;
  const { winner, more, fewer } = discOutcome(counts);
  return winner === "O" ? [fewer, more] : [more, fewer];
}

/** Make the sheet of what is shown: a game, or where there is no move the position alone. */
function drawSheet() {
  const [, ...nodes] = lineThrough(shown.node), moves = numbered(nodes), end = nodes.at(-1) ?? shown.node;
  const headers = knownHeaders(end), { opening } = shell.state;
  const players = ["Black", "White"].map((side) => t("{side}: {who}", { side: t(side), who: !headers[side] || headers[side] === t("You") ? TO_FILL : headers[side] }));
  const result = countsOf(end.position).join("–") + (headers.Result ? ` (${statedResult(headers.Result)})` : "");
  const head = moves.length ? [element("h1", players.join(" – ")), element("p", [result, opening && t(opening), `${t("Date:")} ${headers.Date ?? TO_FILL}`].filter(Boolean).join(" · ")), element("p", t("The discs are shown as they stand now; the numbers are the moves."))] : [element("p", turnText(end.position))];
  const list = element("ol", moves.map(({ move, number, parent }) => element("li", `${numberBefore(number)}${sideText(parent.position.turn)} ${t(move)}`)));
  byId("sheet").replaceChildren(...head);
  drawDiagram(byId("sheet"), end.position, moves);
  byId("sheet").append(list);
  document.body.classList.add("with-sheet");
}

/** Print the sheet. */
export function printSheet() {
  drawSheet();
  window.print();
}

/** Let the browser's own command print the sheet in *Play*; in other tabs it prints the page as it is. */
export function makeSheet() {
  window.addEventListener("beforeprint", () => { if (isOpen("play")) drawSheet(); });
  window.addEventListener("afterprint", () => {
    document.body.classList.remove("with-sheet");
    byId("sheet").replaceChildren();
  });
}
