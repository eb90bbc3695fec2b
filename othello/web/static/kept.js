// What outlives a reload of the page, in this tab of the browser only: the analysis, and what was typed; and what
// is remembered for the next visit: the game, choices. Where the browser blocks it, even naming a storage is an error:
// then nothing is kept, and the page works all the same.

/** Write a text into a storage, or null to take it out; return whether it could be done. */
function write(storage, name, text) {
  try {
    if (text === null) window[storage].removeItem(name);
    else window[storage].setItem(name, text);
    return true;
  } catch {
    return false;
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
  const isKept = write("sessionStorage", name, value === null ? null : JSON.stringify(value));
  // It may be too large: then a reload forgets it, and what was there before.
  if (!isKept) write("sessionStorage", name, null);
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
