// Who practises: a name, under which the server keeps the answers. Without one, nothing is kept.

import { ask } from "./connection.js";
import { byId, element, on } from "./elements.js";
import { remember, remembered } from "./kept.js";
import { STEADY, drawProgress } from "./progress.js";
import { fail } from "./shell.js";
import { makeStore } from "./store.js";
import { t } from "./texts.js";

const NAME = "profile"; // under which it is remembered
const KINDS = { puzzle: "Puzzles", mistake: "Your mistakes", drill: "Opening lines", endgame: "Endgame", lesson: "Lessons" };

/** The person's `name`, whether the server keeps answers, `offered` once that is known; the `progress` that was kept. */
const store = makeStore({ name: remembered(NAME) ?? "", isOffered: false, offered: null, progress: null }), { state } = store;

/** Return the field of a request that names the person; none if nobody is named. */
export const named = () => (state.isOffered && state.name ? { profile: state.name } : {});

/** Return the fields of a request by which an answer is kept: the first one to an exercise is. */
export const keptAs = ({ isFirst, seconds = 0, once }) => (isFirst && named().profile ? { ...named(), seconds, once } : {});

/** Keep a game that is over, if a person is named, in place of one `before`; return where. */
export async function keepGame(game, before) {
  await state.offered;
  const { profile } = named();
  if (!profile) return before;
  const found = await ask({ do: "profile.keep", ...game, profile, ...(before?.profile === profile && { replaces: before.game }) }).catch(fail);
  showProgress();
  return found ? { profile, game: found.game } : before;
}

/** Ask for what was kept so far, and show it. */
export async function showProgress() {
  const { profile } = named();
  const found = profile && await ask({ do: "profile.progress", profile }).catch(fail);
  if (profile === named().profile) store.set({ progress: found });
}

/** Return a rating as it is said: the first ones jump. */
export function ratingText(rating) {
  const rated = state.progress?.ratings.length;
  return t(rated < STEADY ? "Your rating: after ten rated puzzles ({rated} so far)" : "Your rating: {rating}", { rating, rated });
}

function draw({ name, isOffered, progress }) {
  byId("to-name").hidden = Boolean(name) || !isOffered;
  const counts = {};
  for (const { kind, answers, right } of progress?.kinds ?? []) { // one for each idea of a kind
    const before = counts[kind] ?? { kind: t(KINDS[kind] ?? kind), answers: 0, right: 0 };
    counts[kind] = { ...before, answers: before.answers + answers, right: before.right + right };
  }
  const lines = Object.values(counts).map((count) => element("li", t("{kind}: {right} of {answers} right", count)));
  if (progress?.rating) lines.push(element("li", ratingText(progress.rating)));
  const all = progress?.played.find(({ by, name: phase }) => by === "phase" && phase === "all");
  if (all) lines.push(element("li", t("Games: {games}. Won: {wins}. Drawn: {draws}. Lost: {losses}.", all)));
  byId("person-progress").replaceChildren(...lines);
  drawProgress(byId("person-curves"), progress);
  byId("mistakes-kept").hidden = !progress?.total.games;
  const { due = 0, failed = 0 } = progress ?? {}; // what there is to do
  byId("today").hidden = !due && !failed;
  Object.assign(byId("drill-due"), { hidden: !due, textContent: t("Cards that are due: {due}", { due }) });
  Object.assign(byId("puzzle-failed"), { hidden: !failed, textContent: t("Puzzles to try again: {failed}", { failed }) });
  byId("person-note").textContent = !name ? t("Without a name, nothing is saved.") : progress && !lines.length ? t("Nothing saved for {name} yet.", { name }) : "";
}

/** Offer the names that there are, if the server keeps any. */
export async function offerPersons() {
  const { profiles } = await ask({ do: "profile.list" }).catch(() => ({ profiles: null })); // it may keep none
  store.set({ isOffered: profiles !== null });
  byId("person").hidden = profiles === null;
  byId("persons").replaceChildren(...(profiles ?? []).map(({ name: known }) => element("option", "", { value: known })));
  showProgress();
}

export function makePerson() {
  store.draw = draw;
  byId("person-name").value = state.name;
  on("person-name", "change", ({ target }) => {
    store.set({ name: target.value.trim() });
    remember(NAME, state.name || null);
    showProgress();
  });
  on("person", "toggle", showProgress);
  on("to-name", "click", () => Object.assign(byId("person"), { open: true }).querySelector("input").focus());
  if (state.name) store.set({ offered: offerPersons() }); // a game may be kept before this tab is opened
}
