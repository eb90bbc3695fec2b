// Mistakes: of the game that was played, of games in a text or a file, or of a player of a base. Each is an exercise.

import { ask } from "./connection.js";
import { hasFiles, takeFiles } from "./drops.js";
import { byId, element, on, onSubmit } from "./elements.js";
import { explanationLines, explanationText, reasonsAlone } from "./explanation.js";
import { answerText, inOrder, judgedText, leadsToText, repliesText } from "./exercise.js";
import { readFiles, readingText } from "./games.js";
import { keepTyped, offer } from "./kept.js";
import { latestGames } from "./lastgames.js";
import { named } from "./person.js";
import { legalMoves, positionOf } from "./rules.js";
import { startRound } from "./rounds.js";
import { fail, say } from "./shell.js";
import { sentence, t } from "./texts.js";
import { lossText, turnText } from "./words.js";

const part = (name) => byId(`mistakes-${name}`);

const MOST_GAMES = 100; // of files, as the engine analyses them
const LATEST = 3; // games of this browser whose mistakes are practised
const ME = "me"; // what the person is called in them

// -------------------------------- the exercises

/** Return which game an exercise is from, and which move of it: the server's `source` in the reader's language. */
export function sourceText(source) {
  const [, game, names, move] = /^game(?: (\d+))?(?: \((.+)\))?, move (\d+)$/.exec(source) ?? [];
  if (!move) return source;
  const text = game ? t("Game {game}, move {move}", { game, move }) : t("Move {move}", { move });
  return names ? `${text} (${names})` : text;
}

function taskText({ position, played, loss, source }) {
  const values = { move: played, loss: Number(loss.toFixed(1)) };
  return `${sourceText(source)}. ${turnText(positionOf(position))}. ${t("{move} was played, and lost {loss} discs. Find the best move.", values)}`;
}

/** Return what the move of the game cost and why, as its analysis found it. */
function gameText({ position, played, loss, sentences, score: best, scores, exact }) {
  const found = { sentences, score: scores[played], best, exact, loss };
  return explanationText({ node: { position: positionOf(position) }, judged: null, found });
}

function verdictOn(found, { played, loss }) {
  const { right, move } = found, values = { played, move, loss: lossText(found) };
  return right || found.loss >= loss ? judgedText(right, move, values.loss) : t("Better than {played}, but {move} is still {loss} discs short.", values);
}

/** Return what is told of a move, as the engine `found` it; nothing that gives the solution away, unless it `isKnown`. */
function told(found, item, isKnown) {
  const { move, right, reply, better, score, exact } = found, position = positionOf(item.position);
  return {
    right,
    replies: reply ? [reply] : [],
    best: better,
    verdict: () => [verdictOn(found, item), reply && repliesText([reply], position.turn)].filter(Boolean).join(" "),
    said: () => leadsToText(position, score, exact),
    more: () => (isKnown ? [move !== item.played && explanationText({ node: { position }, judged: null, found }), gameText(item)].filter(Boolean) : reasonsAlone(found)).join(" "),
    lines: () => explanationLines(found).slice(0, isKnown ? 2 : 1),
  };
}

/** Return what the move of the game leads to, and what the best one. */
const bothText = ({ position, played }, { score, best, better, exact }) => [[played, score], [better, best]]
  .map(([move, leads]) => t("After {move}: {what}", { move, what: leadsToText(positionOf(position), leads, exact) })).join(" ");

/** Return a round of the mistakes that were `found`, in an `order` as `inOrder` takes it. */
export function mistakesRound({ found, order: before }) {
  const { exercises, groups, games, mistakes, lost } = found;
  const order = inOrder(exercises.map(({ hint, ...item }) => item), before); // the hint is asked for
  const isWhole = ({ position, played, sentences }) => sentences && legalMoves(positionOf(position)).includes(played);
  if (!exercises.every(isWhole)) throw new Error("damaged");
  return {
    ...order,
    saved: () => ({ round: "mistakes", found, order: order.order }),
    task: taskText,
    kind: "mistakes",
    hint: true,
    fields: ({ position, idea, played }, act) => ({ position, book: true, ...(idea && { idea }), ...(act === "show" && { played }) }),
    told(item, found, move) {
      if (move === item.played) found.loss = item.loss; // by the analysis, as it was said
      if (move) return told(found, item, found.right);
      const { explanation, best, line } = found, shown = { ...explanation, reply: explanation.refutation[0], better: best, line };
      return { ...told(shown, item, true), verdict: () => answerText(best), said: () => bothText(item, explanation) };
    },
    end: () => [
      element("p", t("Games: {games}. Mistakes: {mistakes}. Discs lost: {lost}.", { games, mistakes, lost: Math.round(lost) })),
      listOf(groups),
    ],
  };
}

/** Return the mistakes counted by what they are about. */
const listOf = (groups) => element("ul", groups.map(({ habit, times, lost }) =>
  element("li", t("{times} × (−{lost}): {habit}", { times, lost: Math.round(lost), habit: sentence(habit) }))));

// -------------------------------- which games

/** Practise the mistakes in games, given as fields of a request. */
export const practiseGames = (games) => startRound(async (note) => {
  const request = { do: "mistakes.next", solutions: true, book: true, ...named(), ...games };
  const answer = ask(request, ({ done, of }) => note({ progress: () => t("Analysed {done} of {of} moves", { done, of }) }));
  note({ cancel: answer.cancel });
  const found = await answer;
  say(readingText({ faults: found.faults, doubts: [], left_out: [] }));
  return mistakesRound({ found });
});

/** Return what is chosen in the form as fields of a request; null if no games are, which is said. */
function chosen() {
  const [text, player, base, side, which] = ["text", "player", "base", "side", "which"].map((name) => part(name).value.trim());
  const fields = { ...(player && { player }), ...(side && { side }), ...(which && { decisive: true }) };
  if (text) return { text, ...fields };
  if (player && base) return { base, ...fields };
  say(base ? t("Paste games, or name a player of the base.") : t("Paste games, or open a file of games."));
  return null;
}

/** Return games as a text. */
async function textOf(games) {
  const texts = [];
  for (const { start, moves, headers } of games) texts.push((await ask({ do: "format", start, moves, headers, form: "ggf" })).text);
  return texts.join("\n");
}

/** Practise the person's mistakes in the latest games of this browser. */
async function practiseLatest() {
  const asMe = (human) => ({ ...(human.includes("X") && { Black: ME }), ...(human.includes("O") && { White: ME }) });
  const games = latestGames(LATEST).map(({ start, moves, human }) => ({ start, moves: moves.join(""), headers: asMe(human) }));
  await textOf(games).then((text) => practiseGames({ text, player: ME }), fail);
}

/** Take the games of files as a text. */
async function readInto(files) {
  const field = part("text"), found = await readFiles(files), taken = found.games.slice(0, MOST_GAMES);
  field.value = await textOf(taken);
  field.dispatchEvent(new Event("input")); // it is kept
  const more = found.games.length - taken.length;
  say([readingText(found), more > 0 && t("The first {most} games are taken; {count} more are left out.", { most: MOST_GAMES, count: more })].filter(Boolean).join("\n"));
}

async function offerBases() {
  const { bases } = await ask({ do: "bases.list" });
  const list = part("base"), { value } = list;
  list.replaceChildren(...bases.map(({ name }) => element("option", name, { value: name, ...(name === value && { selected: "" }) })));
  part("base-field").hidden = !bases.length;
}

/** Offer what there is to practise now. */
export function offerMistakes() {
  part("played").hidden = !latestGames(1).length;
  offerBases().catch(fail);
}

export function makeMistakes() {
  keepTyped(part("text"));
  offer("mistakes-which", { "": "All", decisive: "Those that changed the result" });
  onSubmit("mistakes-form", () => {
    const games = chosen();
    if (games) practiseGames(games);
  });
  on("mistakes-played", "click", () => practiseLatest());
  on("mistakes-kept", "click", () => practiseGames(named()));
  takeFiles("mistakes-file", byId("mistakes"), hasFiles, (files) => readInto(files).catch(fail));
}
