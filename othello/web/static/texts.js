// Texts in the reader's language. The English text is the key; languages.js has the others.

const known = {};

/** Use these translations, by their English texts. */
export function translate(words) {
  Object.assign(known, words);
}

/** Return a text in the reader's language, with `{name}` replaced by the values of that name. */
export function t(text, values = {}) {
  return (known[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
