// Exercises of a round, one after the other: what was answered wrongly comes once more at the end, until it is right.

import { t } from "./texts.js";

/**
 * Return the methods of a round that say which of some items is next, and how it goes: see practise.js. `before` is what
 * `order` returned of the same items before the page was loaded again.
 */
export function inOrder(items, before = null) {
  const answers = new Map(before?.answers.map(([number, isRight]) => [items[number], isRight])); // whether the first one was right
  let waiting = before ? before.waiting.map((number) => items[number]) : [...items];
  if (![...answers.keys(), ...waiting].every(Boolean)) throw new Error("damaged");
  const without = (item) => waiting.filter((other) => other !== item);
  return {
    hasAnswers: answers.size > 0,
    left: () => waiting.length,
    order: () => ({
      answers: [...answers].map(([item, isRight]) => [items.indexOf(item), isRight]),
      waiting: waiting.map((item) => items.indexOf(item)),
    }),
    next: async () => waiting[0] ?? null,
    answered(item, isRight) {
      if (!answers.has(item)) answers.set(item, isRight);
      waiting = isRight ? without(item) : [...without(item), item];
    },
    skipped(item) {
      waiting = without(item);
    },
    score() {
      const all = answers.size, right = [...answers.values()].filter(Boolean).length, left = waiting.length;
      return t("Right: {right} of {all}. To go: {left}.", { right, all, left });
    },
  };
}
