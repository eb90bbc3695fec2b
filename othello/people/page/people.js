// What people play in the position that is shown, by the model: a column of Explore's table of the best moves.

import { makeAsker } from "./connection.js";
import { byId, element, on } from "./elements.js";
import { rememberChosen } from "./kept.js";
import { obfOf } from "./rules.js";
import { makeStore } from "./store.js";
import { figures, t } from "./texts.js";
import { shown } from "./tree.js";

const PAUSE = 150; // milliseconds after a step: the model is asked when somebody stops

const { state } = makeStore({ timer: 0, shares: new Map() }), asked = makeAsker();

function changed() {
  asked();
  clearTimeout(state.timer);
  state.shares = new Map();
  state.timer = setTimeout(look, PAUSE);
}

const look = () => asked({ do: "people.moves", position: obfOf(shown.node.position), rating: Number(byId("people-rating").value) })
  .then(({ moves }) => show(moves), () => show([])); // the site has no model

function show(moves) {
  state.shares = new Map(moves.map(({ move, percent }) => [move, percent]));
  byId("people").hidden = !moves.length;
  byId("lines-table").classList.toggle("unguessed", !moves.length);
  drawScores();
}

function drawScores() {
  for (const row of byId("best").rows) {
    const cell = row.querySelector(".people") ?? row.cells[1].insertAdjacentElement("afterend", element("td", "", { class: "people" }));
    const percent = state.shares.get(row.querySelector("button").dataset.to);
    cell.textContent = percent === undefined ? "" : figures(`${percent < 1 ? "<1" : Math.round(percent)} %`);
  }
}

function begin() {
  byId("all-moves").after(byId("people"));
  byId("lines-table").tHead.rows[0].cells[1].after(element("th", t("Players"), { "scope": "col", "class": "people", "data-t": "Players" }));
  rememberChosen(byId("people-rating"));
  on("people-rating", "change", changed);
}

export const people = { begin, changed, drawScores };
