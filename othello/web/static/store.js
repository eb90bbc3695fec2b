// What a part of the page knows, in one place: named actions change it, or new values, and each change is followed by a drawing.

const stores = [];

/** Draw all stores again, as in another language. */
export const redrawAll = () => stores.forEach(({ redraw }) => redraw());

/**
 * Return a store: its `state`, and a method for each of `actions`. An action is a function without effects; it gets the state and
 * what its method is called with, and returns those parts of the state that are to be others. Where they are just given, `set` takes
 * them. After each, `draw` is called with the state, as soon as somebody has given it; `redraw` does so alone.
 */
export function makeStore(state, actions = {}) {
  let isStale = false, isDrawing = false;
  const store = { state, draw: () => {}, redraw, set };

  function set(parts) {
    Object.assign(state, parts);
    redraw();
  }

  function redraw() {
    isStale = true;
    if (isDrawing) return; // the drawing itself was the cause, as an element that it takes away loses the focus: another one follows
    isDrawing = true;
    try {
      while (isStale) {
        isStale = false;
        store.draw(state);
      }
    } finally {
      isDrawing = false;
    }
  }

  for (const [name, act] of Object.entries(actions)) {
    store[name] = (...given) => set(act(state, ...given));
  }
  stores.push(store);
  return store;
}

/** Return `draw` as a function that does nothing if it is called with the same values as at the last time. */
export function whenOther(draw) {
  let last = null;
  return (...given) => {
    if (last && given.every((value, place) => value === last[place])) return;
    last = given;
    draw(...given);
  };
}
