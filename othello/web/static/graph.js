// The graph of a game: the score after each move, and below it what each move lost.

import { drawn } from "./elements.js";
import { numbered } from "./rules.js";
import { t } from "./texts.js";
import { certainty, scoreText } from "./words.js";

/** Return where on a picture of that width everything goes. */
export function graphScale(scores, width) {
  const [left, top, height, gap, lossHeight] = [40, 8, 150, 26, 46];
  const right = width - 6, bottom = top + height + gap + lossHeight;
  const most = Math.max(8, ...scores.map(Math.abs));
  const step = (right - left) / Math.max(scores.length, 1);
  const x = (ply) => left + (ply - 0.5) * step;
  const y = (score) => top + height / 2 * (1 - score / most);
  return { left, right, top, height, bottom, lossHeight, most, step, x, y };
}

/** Draw the scores for black after each move `played`, and its loss; a line marks the move `ply`. A click or drag calls `choose` with its ply. */
export function drawScoreGraph(holder, played, ply, choose) {
  const moves = numbered(played), scores = moves.map((move) => (move.side === "black" ? move.score : -move.score));
  const n = moves.length, width = Math.max(holder.clientWidth, 240);
  const scale = graphScale(scores, width), { left, top, bottom, step, x } = scale;
  const lost = n ? moves.reduce((a, b) => (b.loss > a.loss ? b : a)) : null;
  const label = lost ? t("Score by move; it ends at {score}. Most was lost by move {ply}.", { score: scoreText(scores[n - 1], "black", moves[n - 1].exact), ply: lost.number }) : t("No moves");
  holder.replaceChildren();
  const svg = drawn(holder, "svg", { viewBox: `0 0 ${width} ${bottom + 18}`, role: "img", "aria-label": label });
  drawKnown(svg, scale, moves);
  drawScores(svg, scale, scores);
  const tens = moves.filter(({ number }) => number && number % 10 === 0).map((move) => [move.ply, move.number]);
  drawLosses(svg, scale, moves, tens);
  if (ply) drawn(svg, "path", { d: `M${x(ply)} ${top}V${bottom}`, stroke: "var(--accent)", "stroke-width": 2 });
  holder.onpointerdown = holder.onpointermove = (event) => {
    if (event.type === "pointermove" && !event.buttons) return;
    const box = holder.getBoundingClientRect();
    choose(Math.round((event.clientX - box.left - left) / step + 0.5));
  };
}

/** Mark the moves from which on all is very likely, and those from which on it is proven. */
function drawKnown(svg, { right, top, height, bottom, step, x }, moves) {
  let end = right;
  for (const word of ["proven", "very likely"]) {
    const first = moves.find((move) => certainty(move) === word), from = first ? x(first.ply) - step / 2 : end;
    if (from >= end) continue;
    drawn(svg, "rect", { x: from, y: top, width: end - from, height: bottom - top, fill: "var(--proven)", "fill-opacity": word === "proven" ? 1 : 0.5 });
    drawn(svg, "text", { x: end - 3, "text-anchor": "end", y: top + height + (word === "proven" ? 23 : 11) }, t(word)); // between scores and losses, where no curve is
    end = from;
  }
}

/** Draw a line across the picture, and its name. */
export function drawLevel(svg, { left, right }, y, name) {
  drawn(svg, "line", { x1: left, x2: right, y1: y, y2: y, stroke: "var(--line)" });
  drawn(svg, "text", { x: left - 4, y: y + 4, "text-anchor": "end" }, name);
}

function drawScores(svg, scale, scores) {
  const { top, height, most, x, y } = scale, tick = [4, 8, 16, 32].find((discs) => most / discs <= 2.5) ?? 32;
  for (let score = -tick * Math.floor(most / tick); score <= most; score += tick) drawLevel(svg, scale, y(score), scoreText(score, "black", true, true));
  if (!scores.length) return;
  const line = scores.map((score, index) => `${x(index + 1)} ${y(score)}`).join("L"), d = `M${x(1)} ${y(0)}L${line}L${x(scores.length)} ${y(0)}Z`;
  for (const [from, fill] of [[top, "var(--black-area)"], [y(0), "var(--white-area)"]]) {
    const half = drawn(svg, "svg", { y: from, height: height / 2 }); // it cuts off the other side's area
    drawn(half, "path", { d, fill, "fill-opacity": 0.55, transform: `translate(0 ${-from})` });
  }
  drawn(svg, "path", { d: `M${line}`, fill: "none", stroke: "var(--text)", "stroke-width": 1.5 });
}

/** Draw a bar for what each move lost, and below `names` with their moves' numbers; the height stands for `least` discs at least. */
export function drawLosses(svg, { left, right, bottom, lossHeight, step, x }, moves, names, least = 8) {
  const most = Math.max(least, ...moves.map((move) => move.loss));
  for (const move of moves) {
    const size = lossHeight * move.loss / most;
    const place = { x: x(move.ply) - step * 0.35, y: bottom - size, width: step * 0.7, height: size };
    drawn(svg, "rect", { ...place, fill: `var(--${move.verdict})`, class: "bar" });
  }
  drawn(svg, "line", { x1: left, x2: right, y1: bottom, y2: bottom, stroke: "var(--muted)" });
  drawn(svg, "text", { x: left - 4, y: bottom, "text-anchor": "end" }, t("loss"));
  for (const [ply, name] of names) drawn(svg, "text", { x: x(ply), y: bottom + 14, "text-anchor": "middle" }, name);
}
