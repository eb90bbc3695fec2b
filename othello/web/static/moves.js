// The list of a game's moves, the table of the players' accuracy, and lines of play as buttons.

import { byId, disc, element } from "./elements.js";
import { numbered } from "./rules.js";
import { figures, t } from "./texts.js";
import { betterMove, certainty, certaintyClass, errorText, knownText, lossText, scoreText, sideText, verdict } from "./words.js";

/** Return the rows of the list of moves; a click calls `choose` with the row's ply. */
export function moveRows(moves, choose) {
  return numbered(moves).map((move) => {
    const label = t("Move {ply}: {side} {move}", { ply: move.number ?? "–", side: t(move.side), move: t(move.move) });
    return element("tr", [
      element("td", move.number),
      element("td", element("button", [disc(move.side), t(move.move)], { "aria-label": label }), { class: "word" }),
      element("td", move.verdict ? knownCell(move) : move.score === null ? "" : scoreText(move.score, move.side, move.exact)),
      element("td", move.loss > 0 ? lossText(move) : ""),
      element("td", move.verdict && verdict(move.verdict), { class: "word" }),
      element("td", betterMove(move), { class: "word" }),
    ], {}, () => choose(move.ply));
  });
}

/** Return the score of a move that was judged; how it is known shows in its look and, in words, to who points at it. */
function knownCell(move) {
  const words = [t(certainty(move)), ...(move.exact ? [] : [`${t(move.from_book ? "Book" : "Engine")}: ${knownText(move)}${errorText(move.error)}`])];
  return element("span", scoreText(move.score, move.side, move.exact), { class: certaintyClass(move), title: words.join(", ") });
}

/** Mark the row of the move `ply`, and scroll `list`, which holds the table, until it is seen. */
export function markMove(list, rows, ply) {
  rows.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const row = rows.children[Math.max(ply - 1, 0)];
  if (ply) row.setAttribute("aria-current", "step");
  const head = list.querySelector("thead").offsetHeight;
  const above = row.offsetTop - head < list.scrollTop;
  const below = row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight;
  if (above || below) list.scrollTop = rows.children[Math.max(0, ply - 3)].offsetTop - head; // whole rows are seen
}

/** Fill the table of the players' accuracy in the phases of a game. */
export function fillAccuracy(accuracy) {
  const phases = Object.keys(accuracy.black);
  byId("phases").replaceChildren(element("td"), ...phases.map((phase) => element("th", t(phase), { scope: "col" })));
  byId("accuracy").replaceChildren(...["black", "white"].map((side) => element("tr", [
    element("th", [disc(side), ` ${sideText(side)}`], { scope: "row" }),
    ...phases.map((phase) => {
      const { moves, percent, mean_loss: mean } = accuracy[side][phase];
      return element("td", moves ? [figures(`${percent} %`), element("span", `−${figures(mean)}`, { class: "loss muted" })] : "–");
    }),
  ])));
}

/** Return the lines that can be stepped through at a move, with their names. */
export function linesOf(move) {
  const better = betterMove(move), named = [[t("After {move}", { move: t(move.move) }), move.played_pv]];
  if (better) named.unshift([t("Better: {move}", { move: `${better}, ${scoreText(move.best, move.side, move.exact)}` }), move.pv]);
  return named;
}

/**
 * Show lines of play in `holder`, each given as its name and its moves. A click on a move marks it, and calls `choose`
 * with the line's moves, the number of the one that was clicked on, from 1, and that of the line.
 */
export function offerLines(holder, named, choose) {
  holder.replaceChildren();
  named.forEach(([name, line], number) => {
    const id = `${holder.id}-${number}`;
    const buttons = line.map((move, index) => element("button", t(move), { "aria-pressed": "false" }, () => {
      choose(line, index + 1, number);
      markStep(holder, number, index + 1);
    }));
    holder.append(element("p", name, { id, class: "muted" }), element("div", buttons, { class: "line", role: "group", "aria-labelledby": id }));
  });
}

/** Mark a move of a line in `holder`, by their numbers. */
export function markStep(holder, number, step) {
  holder.querySelector("[aria-pressed=true]")?.setAttribute("aria-pressed", "false");
  holder.querySelectorAll(".line")[number]?.children[step - 1]?.setAttribute("aria-pressed", "true");
}
