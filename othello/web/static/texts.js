// Texts in the reader's language. The English text is the key; words/ has the others.

import { makeStore, redrawAll } from "./store.js";

/** The code of the reader's language, and the translations of the English texts into it. */
const spoken = makeStore({ language: "en", known: new Map() });

/** Call `listener` whenever another language is chosen: it writes its texts again, as every store does. */
export const onTranslate = (listener) => { makeStore({}).draw = listener; };

/** Return the code of the reader's language. */
export const language = () => spoken.state.language;

/** Use a language with these pairs of an English text and its translation. */
export function translate(words, code) {
  spoken.set({ language: code, known: new Map(words) });
  redrawAll();
}

/** Return a number, or a text with numbers, as the reader's language writes them: with a decimal comma or point. */
export const figures = (text) => String(text).replace(/^-/, "−").replace(/(\d)\.(?=\d)/g, (whole, digit) => digit + t("."));

/** Return a text in the reader's language, with `{name}` replaced by the values of that name. */
export const t = (text, values = {}) => (spoken.state.known.get(text) ?? text).replace(/\{(\w+)\}/g, (whole, name) => {
  const value = values[name] ?? whole;
  return typeof value === "number" ? figures(value) : value;
});

/** Return a sentence that the engine made, in the reader's language; its values may be phrases as well. In French none is singular. */
export function sentence({ form, values }) {
  return t(language() === "fr" && values.count === 0 ? form.replace(/s$/, "") : form, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.form ? sentence(value) : figures(value)])));
}

// What the codes of the server's errors mean.
const FAILURES = {
  invalid_position: "This cannot be read as a position.",
  invalid_move: "This is no move.",
  illegal_move: "This move is not allowed here.",
  no_game: "No game was found in this.",
  invalid_request: "This cannot be done.",
  busy: "Too much is waiting to be done.",
  no_memory: "There is not enough memory.",
  internal: "The engine has a fault.",
};

/** Return what is wrong with a move in a text, and what could stand there. */
export function badMoveText({ text, move, number, side, legal }) {
  const known = { number, text, move: t(move), side: t(side), legal: legal.map((each) => t(each)).join(", ") };
  if (!legal.length) return t("Move {number}, {text}: the game is over before it.", known);
  const canStand = t("Legal here: {legal}", known);
  if (move) return `${t("Move {number}: {side} cannot play {move} here.", known)} ${canStand}`;
  return `${t(/^[a-z]\d+$/i.test(text) ? "Move {number}, {text}: there is no such square." : "Move {number}, {text}: this is no move.", known)} ${canStand}`;
}

/** Return what went wrong in the reader's language; of what is rare, in parentheses the engine's words, which are English. */
export function failureText({ message, code, bad_move: badMove, meant = null, sentence: known }) {
  if (badMove) return badMoveText(badMove);
  if (known) return sentence(known);
  if (meant !== null) return t(meant ? "This is no game, no position and no opening’s name. Did you mean {name}?" : "This is no game, no position and no opening’s name. Moves look like f5 d6 c3.", { name: t(meant) });
  if (code === "invalid_position") return t(FAILURES[code]);
  const meaning = FAILURES[code] ?? "", said = t(meaning);
  return said === meaning ? message : `${said} (${message})`;
}
