// A tab that says how many discs there are.

import { sayIn } from "./elements.js";
import { sayStatus } from "./shell.js";
import { t } from "./texts.js";
import { movesTo, play, shown } from "./tree.js";

const draw = () => sayIn("greeting-text", t("Moves so far: {n}", { n: movesTo(shown.node).length }));

export const greeting = {
  begin() {},
  enter: draw,
  leave() {},
  changed() {
    sayStatus("");
    draw();
  },
  choose: play,
  marks: () => ({}),
};
