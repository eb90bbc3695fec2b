// Drills: the moves of opening lines that one chooses, asked until they are known.

import { ask } from "./connection.js";
import { byId, element, on, onSubmit } from "./elements.js";
import { inOrder } from "./exercise.js";
import { keepTyped, offer } from "./kept.js";
import { named } from "./person.js";
import { after, movesIn, obfOf, positionOf } from "./rules.js";
import { startRound } from "./rounds.js";
import { say } from "./shell.js";
import { figures, language, t } from "./texts.js";
import { START } from "./tree.js";
import { turnText } from "./words.js";

/** Return how long it is until a time, such as "in 10 minutes" or "tomorrow". */
export function timeText(time, now = Date.now()) {
  const minutes = Math.max(Math.round((Date.parse(time) - now) / 60_000), 1);
  const [unit, size] = minutes < 90 ? ["minute", 1] : minutes < 18 * 60 ? ["hour", 60] : ["day", 24 * 60];
  return new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(Math.round(minutes / size), unit);
}

/** Return a card as an item of a round: with the moves that lead to it, if they begin where every game does. */
function itemOf(card) {
  const moves = movesIn(card.moves), isWhole = obfOf(moves.reduce(after, positionOf(START))) === card.position;
  return { position: card.position, source: card.source, ...(isWhole && { start: START, moves }) };
}

const listed = (moves) => new Intl.ListFormat(language(), { type: "disjunction" }).format(moves);

/** Return what is told of an answer: all of the lines' moves if they are shown, or one is found after a wrong one. */
export function told(item, { right, answers, cost, replies, next }, move) {
  const isKnown = right || !move;
  if (!right) item.answers = answers;
  const said = () => [
    !isKnown && (cost === null ? t("{move} is not in the book.", { move }) : cost > 0 ? t("It costs {cost} discs by the book.", { cost: figures(cost.toFixed(1)) }) : t("It is best by the book.")),
    right && item.answers?.length > 1 && t("The answer is {move}.", { move: listed(item.answers) }),
    isKnown && replies.length > 0 && t("The lines go on with {moves}.", { moves: replies.join(", ") }),
    next && t("This comes again: {time}", { time: timeText(next) }),
  ].filter(Boolean).join(" ");
  const form = right ? "Right: {move}." : move ? "Wrong: {move} does not belong to this opening." : "The answer is {move}.";
  return { right, best: answers, verdict: () => t(form, { move: move ?? listed(answers) }), said };
}

/** Return a round of the cards that were `found` to be asked now, in an `order` as `inOrder` takes it. */
export function drillRound({ lines, found, order: before }) {
  const { cards, known, next } = found, order = inOrder(cards.map(itemOf), before), times = { "": next };
  const nextTime = () => Object.values(times).filter(Boolean).sort()[0];
  return {
    ...order,
    nextTime,
    saved: () => ({ round: "drill", lines, found, order: order.order }),
    task: ({ position, source }) => `${source}. ${turnText(positionOf(position))}. ${t("Which move belongs to this opening?")}`,
    kind: "drill",
    fields: ({ position }, act, { isFirst }) => ({ ...lines, position, ...(!isFirst && { keep: false }) }),
    told(item, found, move) {
      if (found.next) times[item.position] = found.next; // the last answer counts
      return told(item, found, move);
    },
    end: () => [
      element("p", known ? t("Known for now: {known}", { known }) : ""),
      element("p", nextTime() && !order.order.waiting.length ? t("Next time: {time}", { time: timeText(nextTime()) }) : named().profile ? "" : t("Nothing was kept, as no name is given.")),
    ],
  };
}

/** Ask the cards of lines, given as fields of a request; all cards of the person without any. */
const begin = (lines) => startRound(async () => {
  const found = await ask({ ...lines, do: "drill.next", ...named() });
  say(found.doubts.join("\n"));
  return drillRound({ lines, found });
});

export function makeDrills() {
  keepTyped(byId("drill-lines"));
  offer("drill-side", { black: "Black", white: "White" });
  offer("drill-plies", { 0: "0", 4: "4", 8: "8" });
  on("drill-add", "change", ({ target }) => {
    const field = byId("drill-lines");
    field.value = [field.value, target.value].map((text) => text.trim()).filter(Boolean).join("\n");
    target.value = "";
    field.dispatchEvent(new Event("input")); // it is kept
  });
  onSubmit("drill-form", () => {
    const side = byId("drill-side").value, plies = Number(byId("drill-plies").value);
    begin({ lines: byId("drill-lines").value, side, ...(plies && { plies }) });
  });
  on("drill-due", "click", () => begin(named()));
}
