// What is chosen before a game: the opponent and what it plays for, one's colour, the clock; where engines play each other, both of them.

import { byId, on } from "./elements.js";
import { fillIn, offer, remember, rememberChosen, remembered } from "./kept.js";
import { opponentOf } from "./rules.js";
import { explainer, parts } from "./tabs.js";
import { figures, onTranslate, t } from "./texts.js";

const BOOK_DISCS = 0.25; // that a move of the opening book may give away, so that games differ

export const OPPONENTS = {
  "Child": { strength: 0 },
  "Beginner": { strength: 5 },
  "Easy": { strength: 25 },
  "Casual player": { strength: 45 },
  "Club player": { strength: 65 },
  "Strong player": { strength: 85 },
  "Expert": { level: 8, book: BOOK_DISCS },
  "Master": { level: 14, book: BOOK_DISCS },
  "Champion": { level: 20, book: BOOK_DISCS },
};
const GROWN_UP = 20; // the strength below which one errs as children do, as in engine/strength.py
const USUAL_OPPONENT = "Casual player";
const COLOURS = { "X": "Black, first", "O": "White", "XO": "Both sides", "": "Neither side" };
const CLOCKS = { 0: "No clock", 60: "1 minute", 300: "5 minutes", 600: "10 minutes", 900: "15 minutes", other: "Other times" };
const NEARS = { "": "No", "0,4": "So that you lead by 0 to 4 discs", "2,6": "So that you lead by 2 to 6 discs", "-4,4": "So that nobody leads by more than 4 discs", "-4,-1": "So that you are 1 to 4 discs behind" };
const MINUTES = ["first-minutes", "second-minutes"]; // one's own or black's, and the other side's
const [FEWEST_MINUTES, MOST_MINUTES] = [0.1, 600];
const NAMES = Object.fromEntries(Object.keys(OPPONENTS).map((name, place) => [name, place ? name : "Child (easiest)"]));
const lists = () => ({ opponent: NAMES, second: NAMES, near: NEARS, colour: COLOURS, clock: CLOCKS, ...parts.play });
const choices = () => [...Object.keys(lists()), ...MINUTES];

/** Return whether a person plays against an opponent for children. */
export const isForChildren = ({ human, opponents }) => human.length === 1 && OPPONENTS[opponents[human === "X" ? "O" : "X"]]?.strength < GROWN_UP;

/** Return the name under which it is remembered whether one's moves are commented on; against a child they are at first. */
const coachName = () => (isForChildren(chosenGame()) ? "coach-child" : "coach");

/** Return whether one's moves are commented on. */
export const isCoached = () => explainer() !== undefined && byId("coach").checked;

/** Make the fields of what can be chosen for the next game. */
export function makeChoices() {
  for (const [name, choices] of Object.entries(lists())) offer(name, choices, USUAL_OPPONENT); // in lists without it, the first is usual
  for (const name of MINUTES) rememberChosen(byId(name));
  for (const name of choices()) on(name, "input", showFields);
  on("coach", "change", ({ target }) => remember(coachName(), target.checked));
  onTranslate(showFields);
  showFields();
}

/** Show the fields that belong to what is chosen, and name them after who has them. */
function showFields() {
  const human = byId("colour").value, hasTwo = human === "";
  const sides = [t("Black"), t("White")];
  byId("opponent-label").textContent = hasTwo ? sides[0] : t("Opponent");
  byId("second-field").hidden = !hasTwo;
  for (const name of ["near", ...Object.keys(parts.play ?? {})]) byId(name).parentElement.hidden = human.length !== 1 || !byId(name).length;
  byId("coach-field").hidden = hasTwo || !explainer();
  byId("coach").checked = remembered(coachName()) ?? isForChildren(chosenGame());
  const players = human.length === 1 ? [t("You"), t("Opponent")] : sides;
  MINUTES.forEach((name, number) => {
    byId(`${name}-field`).hidden = byId("clock").value !== "other";
    byId(`${name}-label`).textContent = t("{who}: minutes", { who: players[number] });
  });
}

/** Let one play the other side in the next game. */
export function changeSides() {
  const field = byId("colour");
  if (field.value.length !== 1) return;
  field.value = opponentOf(field.value);
  field.dispatchEvent(new Event("input"));
}

/** Return what is in the fields. */
const typed = () => Object.fromEntries(choices().map((name) => [name, byId(name).value]));

/** Return the seconds in a text of minutes, which may have a decimal comma and wide digits; NaN if it has no number. */
const secondsIn = (minutes) => Math.round(60_000 * Number(minutes.normalize("NFKC").replace(",", "."))) / 1000; // 8.3 × 60 is more than 498

/** Return why no game can begin with the times in the fields; an empty text if one can. */
export function timesFault(fields = typed()) {
  const isTime = (seconds) => seconds >= 60 * FEWEST_MINUTES && seconds <= 60 * MOST_MINUTES;
  const wrong = fields.clock === "other" ? MINUTES.find((name) => !isTime(secondsIn(fields[name]))) : undefined;
  if (!wrong) return "";
  return t("Not a time: “{given}”. Expected {fewest} to {most} minutes.", { given: fields[wrong], fewest: FEWEST_MINUTES, most: MOST_MINUTES });
}

/** Return what is chosen: both players, the lead in discs that a person is to have ("0,4" or ""), the rating that traps are for or 0, the people's colours, both's seconds or null. */
export function chosenGame(fields = typed()) {
  const { colour: human, clock, opponent, second: other, near, tempts = 0 } = fields, isForOne = human.length === 1;
  const [first, second] = clock === "other" ? MINUTES.map((name) => secondsIn(fields[name])) : [Number(clock), Number(clock)];
  const total = human === "O" ? { X: second, O: first } : { X: first, O: second };
  return { opponents: { X: opponent, O: human ? opponent : other }, near: isForOne ? near : "", tempts: isForOne ? Number(tempts) : 0, human, total: first ? total : null };
}

/** Return what the fields are to hold that say what a game has. */
export function fieldsOf({ opponents, near = "", tempts = 0, human, total }) {
  const { X, O } = total ?? { X: 0, O: 0 }, isUsual = X === O && X in CLOCKS;
  const [first, second] = (human === "O" ? [O, X] : [X, O]).map((seconds) => figures(Number((seconds / 60).toFixed(5))));
  return {
    opponent: human === "X" ? opponents.O : opponents.X,
    colour: human,
    ...(!human && { second: opponents.O }),
    ...(human.length === 1 && { near, tempts: String(tempts) }),
    ...(isUsual ? { clock: String(X) } : { clock: "other", "first-minutes": first, "second-minutes": second }),
  };
}

/** Let the fields say what a game that is played has. */
export function showChoice(game) {
  for (const name of choices()) fillIn(byId(name), fieldsOf(game)[name]);
  showFields();
}
