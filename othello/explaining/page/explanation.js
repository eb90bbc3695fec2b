// Why a move is bad: what it costs, its refutation, and reasons that were counted.

import { ask } from "./connection.js";
import { byId, sayIn } from "./elements.js";
import { showBoard } from "./grid.js";
import { offerLines } from "./moves.js";
import { legalMoves, obfOf, sideOf } from "./rules.js";
import { fail } from "./shell.js";
import { makeStore } from "./store.js";
import { sentence, t } from "./texts.js";
import { child, goTo, onChange } from "./tree.js";
import { lossText, scoreText } from "./words.js";

const VAGUE = "There was a better move.";
const NOTHING = { running: null, explained: null };

/** What is `explained`, or the request that is `running`. */
const store = makeStore({ ...NOTHING });

/** Explain, until another position is shown that is no step in one of the explanation's lines. */
function begin() {
  store.draw = draw;
  onChange(() => { if (!byId("explanation").contains(document.activeElement)) hide(); });
}

/** Stand behind the buttons of the tab that is opened. */
function enter(buttons) {
  hide();
  buttons.after(byId("explanation"));
}

/** Take the explanation away, and end what is being worked out. */
function hide() {
  store.state.running?.cancel();
  store.set(NOTHING);
}

/** Ask what a move after a node is worth, and why; `judged` is what an analysis says of it. The promise is that of `ask`. */
function askAbout(node, move, judged = null) {
  const { score, best, exact, pv, played_pv: played } = judged ?? {};
  const known = judged && { score, best, exact, line: pv.join(""), played: played.join("") };
  return ask({ do: "explain", position: obfOf(node.position), move, ...known });
}

/** Explain a move after `node`, by the scores and lines that an analysis of the game has or, `judging`, will have, if there is one. */
async function explain(node, move, judging = null) {
  const waiting = { cancel() {} };
  hide();
  store.set({ running: waiting });
  try {
    const judged = await judging;
    if (store.state.running !== waiting) return; // something else is shown
    const own = askAbout(node, move, judged);
    store.set({ running: own });
    const found = await own;
    // The answer's scores are rounded to a hundredth; rounded once more they could differ from the list's.
    const { score, best } = judged ?? found;
    store.set({ running: null, explained: { node, judged, found: { ...found, score, best } } });
  } catch (error) {
    hide();
    fail(error);
  }
}

/** Explain a move, and show the whole explanation, if the window is large enough for it; one that is there is taken away. */
async function explainInView(...told) {
  const { explained } = store.state;
  if (explained?.node === told[0] && explained.found.move === told[1]) return hide();
  const show = () => byId("explanation").scrollIntoView({ block: "nearest" });
  const done = explain(...told);
  show();
  await done;
  show();
}

function draw({ running, explained }) {
  byId("explanation").hidden = !running && !explained;
  byId("explained-lines").replaceChildren();
  sayIn("reason", explained ? explanationText(explained) : running ? t("Thinking …") : "");
  if (!explained) return;
  offerLines(byId("explained-lines"), explanationLines(explained.found), (line, step) => {
    goTo(line.slice(0, step).reduce(child, explained.node), step < line.length); // a pass within the line has its own button
    showBoard();
  });
}

/** Return what the engine `found` of a move after `node`, in the reader's language; `judged` as `explain` takes it. */
export function explanationText(told) {
  const [head, ...reasons] = told.found.sentences;
  const said = [withSides(head, told), ...reasons].map(sentence), next = told.judged?.next;
  if (next?.discs) said.push(t("The next best, {move}, is {discs} discs worse.", next));
  return said.join(" ");
}

/** Return the reasons of an explanation that do not name the better move, in the reader's language. */
export const reasonsAlone = ({ sentences }) => sentences.slice(1).filter(({ values }) => !("better" in values)).map(sentence);

/** Return a sentence whose scores say which side is ahead, while the engine's are the mover's; what the move costs is as in the list of moves. */
function withSides({ form, values }, { node, judged, found }) {
  const said = { ...values };
  if ("loss" in said) said.loss = lossText(judged ?? found);
  for (const name of ["score", "best"].filter((each) => each in values)) {
    const text = scoreText(found[name], sideOf(node.position), found.exact);
    said[name] = values[name].form ? { form: values[name].form, values: { score: text } } : text;
  }
  return { form, values: said };
}

/** Return the lines of an explanation, each with its name: after the move, and after the better one. */
export function explanationLines({ move, better, refutation, line }) {
  const named = [[t("After {move}", { move }), [move, ...refutation]], [t("Better: {move}", { move: better }), line]];
  return named.slice(0, move === better ? 1 : 2);
}

/** Return what was `found` of a child's move: if there is nothing simple to see, whether it was good; to who asks, the better move. */
function answer({ parent: { position } }, found, isWanted) {
  const form = legalMoves(position).length === 1 ? "It was the only move." : found.mistake ? VAGUE : "Good move.";
  const simple = found.simple ?? { form, values: {} }, isNamed = isWanted && simple.form === VAGUE;
  return { ...found, simple: isNamed ? { form: "{better} was better.", values: { better: found.better } } : simple };
}

export const explanation = { begin, enter, answer, ask: askAbout, explain, explainInView, text: explanationText };
