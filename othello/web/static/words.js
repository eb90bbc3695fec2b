// Scores, losses and verdicts of moves as texts, and how well scores are known.

import { element } from "./elements.js";
import { legalMoves } from "./rules.js";
import { figures, t } from "./texts.js";

const LIKELY_FROM = 30; // empty squares: before, a search comes to the end only because it leaves almost all out
const AHEAD = [[1, "About even"], [4, "{side} is slightly better"], [10, "{side} is better"], [Infinity, "{side} is clearly better"]];

/** Return how well a score is known. It is very likely if all was searched to the end but lines that looked hopeless. */
export function certainty({ exact, depth, empties }) {
  if (exact) return "proven";
  return empties <= LIKELY_FROM && depth >= empties ? "very likely" : "estimated";
}

/** Return the class of an element with a score that is known so well. */
export const certaintyClass = (known) => certainty(known).replace(" ", "-");

/** Return a score and, below it, how well it is known, perhaps from which source: all as such scores look everywhere. */
export function knownScore(known, side, source = "") {
  const word = element("small", [t(certainty(known)), source].filter(Boolean).join(" · "), { class: certaintyClass(known) });
  return element("span", [scoreText(known.score, side, known.exact), word], { class: "known" });
}

/** Return who is ahead, in words; the score is that of `side`. */
export function aheadText(known, side) {
  const discs = Math.round(Math.abs(known.score)), word = certainty(known);
  const values = { side: t((known.score > 0) === (side === "black") ? "Black" : "White"), discs };
  if (word === "proven") return t(discs ? "Proven: {side} wins by {discs}" : "Proven: a draw", values);
  if (word === "very likely") return t(discs ? "{side} wins by {discs} – very likely" : "A draw – very likely", values);
  const size = Math.abs(known.score) < (known.error ?? 0) ? 0 : Math.abs(known.score); // less than the error says nothing
  return `${t(AHEAD.find(([most]) => size < most)[1], values)} – ${t(word)}`;
}

/** Return a score for the side that moved, such as "B+4", in some languages with a whole word unless it `isShort`; even scores belong to nobody. */
export function scoreText(score, side, exact, isShort = false) {
  const size = exact ? Math.abs(score) : Math.abs(score).toFixed(1), isBlack = (score > 0) === (side === "black");
  if (Number(size) === 0) return t("even");
  if (isShort) return `${t(isBlack ? "B" : "W")}+${figures(size)}`;
  return t(isBlack ? "B+{discs}" : "W+{discs}", { discs: figures(size) });
}

/** Return a score as it stands on a square: from ten discs on there is no room for a fraction. */
export function shortScoreText(score, side, exact) {
  const isLong = Math.abs(Number(score.toFixed(1))) >= 10; // as it is written: 9.95 is "9.9"
  return scoreText(isLong ? Math.round(score) : score, side, exact || isLong, true);
}

/** Return what stands behind a score: its standard error, if it has one. */
export const errorText = (error) => (error ? ` ± ${figures(error.toFixed(1))}` : "");

/** Return a stated result; the winner it names, as in "B+R", in the reader's language. */
export const statedResult = (text) => text.replace(/^([BW]\+)(.+)/, (_, side, discs) => t(`${side}{discs}`, { discs }));

/** Return black's discs and white's by a result: black's difference, or a text such as "+16", "W+4", "40-24". */
export function resultText(result) {
  const text = typeof result === "number" ? `${result < 0 ? "" : "+"}${result}` : result ?? "";
  const [, sign, size] = /^(B\+|W\+|[+-])(\d+)$/.exec(text) ?? [], black = 32 + (["W+", "-"].includes(sign) ? -size : size) / 2;
  return Number.isInteger(black) && black >= 0 && black <= 64 ? `${black}–${64 - black}` : statedResult(text).replace(/^(\d+)-(\d+)$/, "$1–$2");
}

/** Return the name of a side, "X" or "O", "black" or "white", as it begins a sentence. */
export const sideText = (side) => t(["X", "black"].includes(side) ? "Black" : "White");

export function turnText(position) {
  const [move] = legalMoves(position), side = sideText(position.turn);
  if (!move) return t(position.squares.every((square) => square === "-") ? "The board is empty." : "The game is over.");
  return move === "pass" ? t("{side} has to pass.", { side }) : t("{side} to move", { side });
}

/** Return what a move lost: the difference of both scores as they are written, if they are known. */
export function lossText({ loss, exact, score, best }) {
  return figures(exact ? loss : (Number.isFinite(best) ? best.toFixed(1) - score.toFixed(1) : loss).toFixed(1));
}

/** Return a depth with the confidence of its pruning in percent, such as "29@73%", unless nothing is pruned. */
export const depthText = ({ depth, selectivity }) => (selectivity === 100 ? String(depth) : `${depth}@${selectivity}%`);

/** Return how deep a score was searched, in words. */
export const knownText = (known) => (known.exact ? t("proven") : t("depth {depth}", { depth: depthText(known) }));

/** Return a grade of the book, which is in English, as a search tells how deep it was; the depth is 0 where that is not known. */
export function gradeOf(grade, empties) {
  const [, depth, percent] = /^(?:depth (\d+)|proven|to the end|from .*)(?: at (\d+) %)?$/.exec(grade);
  return { exact: grade === "proven", depth: grade.startsWith("from ") ? 0 : Number(depth ?? empties), selectivity: Number(percent ?? 100) };
}

/** Return how deep a move was searched, or what else its `grade` in the book says, in short. */
export function shortKnownText({ grade, ...known }) {
  if (known.exact) return t("proven");
  return known.depth ? depthText(known) : t("from {source}", { source: grade.slice(5) });
}

/** Return a grade of the book as depths are written everywhere on the pages. */
export const gradeText = (grade, empties) => shortKnownText({ grade, ...gradeOf(grade, empties) });

/** Return an element with a verdict, or another text, in its colour. */
export function verdict(word, text = t(word)) {
  const made = element("span", text, { class: "verdict" });
  made.style.color = `var(--${word})`;
  return made;
}

/** Return the best move where one was played that is worse by more than a trifle. */
export const betterMove = (move) => (!move.verdict || ["best", "forced"].includes(move.verdict) ? null : move.pv[0]);
