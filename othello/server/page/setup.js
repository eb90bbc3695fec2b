// Where a game starts: an opening's name, XOT for one that is dealt, moves, OBF, FEN, or an address of this page.

import { isLink, readAddress } from "./address.js";
import { ask } from "./connection.js";
import { byId, onSubmit } from "./elements.js";
import { showFault } from "./faults.js";
import { readingText } from "./games.js";
import { focusBoard } from "./grid.js";
import { keep, keepTyped, kept } from "./kept.js";
import { movesIn } from "./rules.js";
import { say, shell } from "./shell.js";
import { makeStore } from "./store.js";
import { t } from "./texts.js";
import { load, onChange } from "./tree.js";

/** `latest` counts the texts and the boards. */
const { state } = makeStore({ latest: 0 });

/** Return whether a text stands for a balanced opening, dealt by chance. */
export const isDealt = (text) => text.toLowerCase() === "xot";

/** Return the start and the moves of a game or position in any form, the game that was `opened`, if more is known of it, and what is to be `said`. */
async function read(given) {
  if (isLink(given)) return readAddress(given);
  const text = isDealt(given) ? (await ask({ do: "xot" })).openings[0].moves : given;
  const found = await ask({ do: "games.text", text }), [game] = found.games;
  const opened = Object.keys(game.headers).length ? game : undefined;
  const said = [readingText(found)];
  if (found.games.length > 1) said.push(t("This is the first of {count} games: Analyse lists them all.", { count: found.games.length }));
  return { start: game.start, moves: movesIn(game.moves), opened, said: said.filter(Boolean).join("\n") };
}

/** Set up what a text describes; return whether that was done. */
export async function setUp(text) {
  const own = ++state.latest;
  try {
    const { start, moves, opened, said = "" } = await read(text);
    if (own !== state.latest) return false; // another board is shown, or wanted
    say(said);
    keep("set up", null); // the text stays in the field
    load(start, moves, moves.length, { opened });
    keep("set up", text);
    return true;
  } catch (error) {
    if (own === state.latest) showFault(byId("position"), text, error);
    return false;
  }
}

/** Return the text in the field, without blanks around it. */
export const startText = () => byId("position").value.trim();

/** Take away the text that was set up once another board is shown; not what is only typed. */
function forgetText(isNew) {
  state.latest += 1;
  if (!isNew || !shell.state.isReady || startText() !== kept("set up")) return;
  byId("position").value = "";
  keep("position", null);
  keep("set up", null);
}

export function makeSetup() {
  keepTyped(byId("position"));
  onSubmit("setup", async () => {
    if (!startText() || !(await setUp(startText()))) return;
    focusBoard();
    shell.set({ pointed: null }); // nobody has chosen this square yet
  });
  onChange(forgetText);
}
