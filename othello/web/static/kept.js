// What outlives a reload of the page, in this tab of the browser only: the analysis, and what was typed; and what
// is remembered for the next visit: the game, choices. Where the browser blocks it, even naming a storage is an error:
// then nothing is kept, and the page works all the same.

/** Write a text into a storage, or null to take it out; where that cannot be done, nothing is there. */
function write(storage, name, text) {
  try {
    window[storage].removeItem(name);
    if (text !== null) window[storage].setItem(name, text);
  } catch {
    // It is blocked, or the text is too large.
  }
}

function read(storage, name) {
  try {
    return window[storage].getItem(name);
  } catch {
    return null;
  }
}

/** Keep a value under a name; null forgets it. */
export function keep(name, value) {
  write("sessionStorage", name, value === null ? null : JSON.stringify(value));
}

/** Return the value that a text of JSON has; null if it is none. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Return what is kept under a name, or null. */
export function kept(name) {
  return parsed(read("sessionStorage", name));
}

/** Remember a text under a name for the next visit; null forgets it. */
export function remember(name, text) {
  write("localStorage", name, text);
}

/** Return the text that is remembered under a name, or null. */
export function remembered(name) {
  return read("localStorage", name);
}

/** Return the value whose JSON is remembered under a name, or null. */
export function rememberedValue(name) {
  return parsed(remembered(name));
}

/** Call `listener` when another tab of the browser has remembered something else under a name. */
export function onRemembered(name, listener) {
  window.addEventListener("storage", ({ key, newValue }) => { if (key === name && newValue !== null) listener(); });
}

/** Empty a field, and what is kept of it. */
export function forgetTyped(field) {
  field.value = "";
  keep(field.id, null);
}

/** Keep what is typed into a field, and put back what was. */
export function keepTyped(field) {
  field.value = kept(field.id) ?? field.value;
  field.addEventListener("input", () => keep(field.id, field.value));
}
