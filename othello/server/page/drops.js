// Files and texts that are dropped on the page, and the order in which they are read.

import { on } from "./elements.js";

/** Return a function that calls what it is given once all before it has ended. */
export function makeQueue() {
  let last = Promise.resolve();
  return (act) => { last = last.then(act, act); };
}

/** Let `take` have the files that are chosen in the field `id` or dropped in `zone`, if `isWanted` says so: one after the other. */
export function takeFiles(id, zone, take, isWanted = () => true) {
  const inTurn = makeQueue(), takeNext = (files) => inTurn(() => take(files));
  takeChosen(id, takeNext);
  takeDrops(zone, ({ dataTransfer }) => isWanted() && dataTransfer.types.includes("Files"), takeNext);
}

/** Let `take` have the files that are chosen in the field `id`. */
export function takeChosen(id, take) {
  on(id, "change", ({ target }) => {
    const files = [...target.files];
    target.value = "";
    if (files.length) take(files);
  });
}

/**
 * Let `take` have the files and the text that are dropped in `zone`, if `isWanted` says so of the event. A zone
 * within another one goes first.
 */
export function takeDrops(zone, isWanted, take) {
  const mark = (isOver) => zone.classList.toggle("dropping", isOver);
  zone.addEventListener("dragover", (event) => {
    const takes = !event.defaultPrevented && isWanted(event);
    if (takes) event.preventDefault();
    mark(takes);
  });
  zone.addEventListener("dragleave", ({ relatedTarget }) => { if (!zone.contains(relatedTarget)) mark(false); });
  zone.addEventListener("drop", (event) => {
    mark(false);
    if (event.defaultPrevented || !isWanted(event)) return;
    event.preventDefault();
    take([...event.dataTransfer.files], event.dataTransfer.getData("text"));
  });
}
