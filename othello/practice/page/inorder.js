// Exercises of a round, one after the other: what was answered wrongly comes once more at the end, until it is right.

import { t } from "./texts.js";

/**
 * Return the methods of a round that say which of some items is next, and how it goes: see rounds.js. `order` has, by the items' numbers,
 * whether the first answers were right, and those that are waiting; it is given as it was before the page was loaded again.
 */
export function inOrder(items, order = { answers: {}, waiting: [...items.keys()] }) {
  if (![...Object.keys(order.answers), ...order.waiting].every((number) => items[number])) throw new Error("damaged");
  const skipped = (item) => { order.waiting = order.waiting.filter((number) => items[number] !== item); };
  return {
    order,
    hasAnswers: Object.keys(order.answers).length > 0,
    next: async () => items[order.waiting[0]] ?? null,
    answered(item, isRight) {
      const number = items.indexOf(item);
      order.answers[number] ??= isRight;
      skipped(item);
      if (!isRight) order.waiting.push(number);
    },
    skipped,
    score() {
      const answers = Object.values(order.answers), values = { right: answers.filter(Boolean).length, all: answers.length };
      return t("Right: {right} of {all}. To go: {left}.", { ...values, left: order.waiting.length });
    },
  };
}
