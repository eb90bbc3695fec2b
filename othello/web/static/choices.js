// What is chosen before a game: the opponent, one's colour, the clock.

import { byId, element } from "./elements.js";
import { remember, remembered } from "./kept.js";
import { t } from "./texts.js";

export const OPPONENTS = [
  ["Beginner", { strength: 5 }],
  ["Easy", { strength: 25 }],
  ["Casual player", { strength: 45 }],
  ["Club player", { strength: 65 }],
  ["Strong player", { strength: 85 }],
  ["Expert", { level: 8 }],
  ["Master", { level: 14 }],
  ["Champion", { level: 20 }],
];
const LISTS = ["opponent", "colour", "clock"];
const USUAL_OPPONENT = 2;
const COLOURS = [["Black, first", "X"], ["White", "O"], ["Both sides", "XO"], ["Neither", ""]];
const CLOCKS = [["No clock", 0], ["1 minute", 60], ["5 minutes", 300], ["15 minutes", 900]];

/** Fill the lists of what can be chosen. */
export function fillChoices() {
  const fill = (name, choices, usual) => byId(name).replaceChildren(...choices.map(([text, value], number) => {
    const option = element("option", t(text), { value, "data-t": text });
    option.selected = number === usual;
    return option;
  }));
  fill("opponent", OPPONENTS.map(([text], number) => [text, number]), USUAL_OPPONENT);
  fill("colour", COLOURS, 0);
  fill("clock", CLOCKS, 0);
  for (const name of LISTS) choose(byId(name), remembered(name));
}

/** Choose what was kept, if it can still be chosen. */
function choose(list, value) {
  if ([...list.options].some((option) => option.value === value)) list.value = value;
}

/** Keep what is chosen for the next visit. */
export function keepChoice() {
  for (const name of LISTS) remember(name, byId(name).value);
}

/** Return what is chosen: the opponent's number, the colours that people play, the seconds of a clock or 0. */
export function chosenGame() {
  return { opponent: Number(byId("opponent").value), human: byId("colour").value, total: Number(byId("clock").value) };
}

/** Let the lists say what a game that is played has. */
export function showChoice({ opponent, human, total }) {
  byId("opponent").value = opponent;
  byId("colour").value = human;
  byId("clock").value = total;
}
