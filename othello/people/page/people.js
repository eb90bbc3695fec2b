// What people play in the position that is shown, by the model: a column of Explore's table of moves that were played.

import { makeAsker } from "./connection.js";
import { byId, on } from "./elements.js";
import { rememberChosen } from "./kept.js";
import { obfOf } from "./rules.js";
import { makeStore } from "./store.js";
import { parts } from "./tabs.js";
import { shown } from "./tree.js";

const PAUSE = 150; // milliseconds after a step: the model is asked when somebody stops

const { state } = makeStore({ timer: 0 }), asked = makeAsker(), show = (moves) => parts.explore.played?.showPeople(moves);

function changed() {
  asked();
  clearTimeout(state.timer);
  state.timer = setTimeout(look, PAUSE);
  show(null);
}

const look = () => asked({ do: "people.moves", position: obfOf(shown.node.position), rating: Number(byId("people-rating").value) })
  .then(({ moves }) => show(moves), () => show([])); // the site has no model

function begin() {
  byId("played-table")?.before(byId("people"));
  rememberChosen(byId("people-rating"));
  on("people-rating", "change", changed);
}

export const people = { begin, changed, drawScores() {} };
