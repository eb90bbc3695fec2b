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

/** Return a text in the reader's language, with `{name}` replaced by the values of that name. */
export const t = (text, values = {}) => (spoken.state.known.get(text) ?? text).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** Return a sentence that the engine made, in the reader's language; its values may be phrases as well. */
export function sentence({ form, values }) {
  const say = (value) => (value.form ? sentence(value) : String(value).replace(/^-/, "−"));
  return t(form, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, say(value)])));
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

/** Return what went wrong in the reader's language; then in parentheses the engine's words, which are English. */
export function failureText({ message, code }) {
  const meaning = FAILURES[code] ?? "", said = t(meaning);
  return said === meaning ? message : `${said} (${message})`;
}
