// Elements of the page and of pictures. Texts are always set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

/** Call `act` at each event of a kind, such as a click, of the element with this id. */
export const on = (id, kind, act) => byId(id).addEventListener(kind, act);

/** Call `act` when the form with this id is sent; the page stays. */
export const onSubmit = (id, act) => on(id, "submit", (event) => {
  event.preventDefault();
  act();
});

/** Write a text into the element with this id if it is another one: a screen reader would say it again. */
export function sayIn(id, text) {
  if (byId(id).textContent !== text) byId(id).textContent = text;
}

/** Return whether a key is pressed with others that make it a command of the browser's. */
export const hasModifier = ({ altKey, ctrlKey, metaKey }) => altKey || ctrlKey || metaKey;

/** Return a new element that holds a text, an element, or a list of both; `act`, if it is given, is called when it is clicked. */
export function element(name, content = "", attributes = {}, act = null) {
  const made = document.createElement(name);
  made.append(...[content ?? ""].flat().filter((part) => part !== ""));
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (act) made.addEventListener("click", act);
  return made;
}

/** Replace what is in `holder` once nothing in it is pressed, or the click would be lost. The marked button, or that in its place, gets the focus. */
export function refill(holder, children) {
  clearTimeout(holder.refilling);
  if (holder.matches(":active")) {
    holder.refilling = setTimeout(refill, 50, holder, children);
    return;
  }
  const place = [...holder.querySelectorAll("button")].indexOf(document.activeElement);
  holder.replaceChildren(...children);
  if (place < 0) return;
  const next = holder.querySelector("[aria-current]") ?? [...holder.querySelectorAll("button")].slice(0, place + 1).at(-1);
  next?.focus({ preventScroll: true });
}

/** Add an element of SVG to `parent` and return it. */
export function drawn(parent, name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  parent.append(made);
  return made;
}

/** Return a small disc of one side, "black" or "white", to stand before a text. */
export const disc = (side) => element("span", "", { class: `disc ${side}`, "aria-hidden": "true" });
