// Files that are chosen, files and texts that are dropped on the page.

import { on } from "./elements.js";

export const hasFiles = ({ dataTransfer }) => dataTransfer.types.includes("Files");

/**
 * Let `take` have the files that are chosen in the field `id`, and the files and the text that are dropped in `zone`, if `isWanted` says
 * so of the event; a zone within another one goes first. What comes later waits until all before it is taken. Return `take` as a
 * function that waits, too.
 */
export function takeFiles(id, zone, isWanted, take) {
  let last = Promise.resolve();
  const inTurn = (...given) => {
    const act = () => take(...given);
    last = last.then(act, act);
  };
  on(id, "change", ({ target }) => {
    const files = [...target.files];
    target.value = "";
    if (files.length) inTurn(files);
  });
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
    inTurn([...event.dataTransfer.files], event.dataTransfer.getData("text"));
  });
  return inTurn;
}
