// What outlives a reload of the page, in this tab of the browser only: the game, and what was typed.

/** Keep a value under a name; null forgets it. */
export function keep(name, value) {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // It is too large, or the browser keeps nothing: then a reload forgets it, and what was there before.
    sessionStorage?.removeItem(name);
  }
}

/** Return what is kept under a name, or null. */
export function kept(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name));
  } catch {
    return null;
  }
}

/** Keep what is typed into a field, and put back what was. */
export function keepTyped(field) {
  field.value = kept(field.id) ?? field.value;
  field.addEventListener("input", () => keep(field.id, field.value));
}
