// Play: a game against the engine, with a clock, hints, moves taken back, and what it was worth at the end.

import { Clock } from "./clock.js";
import { ask } from "./connection.js";
import { byId, element } from "./elements.js";
import { explain, hideExplanation } from "./explain.js";
import { discCounts, legalMoves, obfOf, squareOf } from "./rules.js";
import { isEditing } from "./setup.js";
import { t } from "./texts.js";
import { START, asFields, goTo, lineThrough, load, movesTo, play, shown } from "./tree.js";

const OPPONENTS = [
  ["Beginner", { strength: 5 }],
  ["Easy", { strength: 25 }],
  ["Casual player", { strength: 45 }],
  ["Club player", { strength: 65 }],
  ["Strong player", { strength: 85 }],
  ["Expert", { level: 8 }],
  ["Master", { level: 14 }],
  ["Champion", { level: 20 }],
];
const USUAL_OPPONENT = 2;
const COLOURS = [["Black, first", "X"], ["White", "O"], ["Both sides", "XO"], ["Neither", ""]];
const CLOCKS = [["No clock", 0], ["1 minute", 60], ["5 minutes", 300], ["15 minutes", 900]];

const HINT_LEVEL = 12, REVIEW_LEVEL = 10;
const MOVES_LEFT = 25; // for how many more moves the engine's clock must last
const KEY_MOMENTS = 3, WORTH_NAMING = 2; // the moments at most, and the discs a move must lose to be one

let page = null, thinking = null, hint = null, judged = null;
// The game: on while it is played, ended once it has a result; people have the colours in `human`.
const game = { on: true, ended: false, human: "X", seed: randomSeed(), clock: null, options: OPPONENTS[USUAL_OPPONENT][1] };
let isStarting = false, left = null; // the node that was shown when the tab was left

function randomSeed() {
  return Math.floor(Math.random() * 2 ** 31);
}

// ---------------------------------------------------------------- whose move it is

function isHumansTurn() {
  return !game.on || game.human.includes(shown.node.position.turn);
}

function stop() {
  thinking?.cancel();
  thinking = null;
  hint = null;
}

/** Let the engine move, if it is its turn. */
function reply() {
  const legal = legalMoves(shown.node.position);
  if (!game.on || isHumansTurn() || !legal.length || legal[0] === "pass") return;
  const { turn } = shown.node.position;
  const limits = { ...game.options, seed: game.seed };
  if (game.clock) limits.seconds = Math.max(game.clock.left(turn) / MOVES_LEFT, 0.05);
  const own = ask({ do: "search", position: obfOf(shown.node.position), ...limits });
  thinking = own;
  own.then(({ move }) => {
    if (thinking !== own) return;
    thinking = null;
    play(move);
  }, page.fail);
}

function showStatus() {
  const { position, move } = shown.node, legal = legalMoves(position);
  const isReply = game.on && move && !game.human.includes(position.turn === "X" ? "O" : "X");
  const names = { X: t("Black"), O: t("White") };
  const side = names[position.turn], other = names[position.turn === "X" ? "O" : "X"];
  const parts = [];
  if (isReply && move !== "pass") parts.push(t("{side} played {move}.", { side: other, move }));
  if (move === "pass") parts.push(t("{side} had to pass.", { side: other }));
  if (!legal.length) parts.push(t("The game is over."));
  else if (legal[0] === "pass") parts.push(t("{side} has to pass.", { side }));
  else if (game.on && !isHumansTurn()) parts.push(t("{side} is thinking …", { side }));
  else parts.push(t("{side} to move", { side }));
  byId("status").textContent = parts.join(" ");
}

// ---------------------------------------------------------------- a game begins, and ends

/** Take away what is left of the last game: its clocks, its result. */
function clear() {
  game.ended = false;
  game.clock?.stop();
  game.clock = null;
  judged?.cancel();
  judged = null;
  byId("clocks").hidden = byId("result").hidden = true;
}

function startGame(isFromHere) {
  stop();
  clear();
  game.on = true;
  game.human = byId("colour").value;
  game.seed = randomSeed();
  game.options = OPPONENTS[Number(byId("opponent").value)][1];
  const seconds = Number(byId("clock").value);
  game.clock = seconds ? new Clock(seconds, byId("clocks"), flagFell) : null;
  byId("clocks").hidden = !game.clock;
  isStarting = true;
  if (isFromHere) goTo(shown.node);
  else load(START);
  isStarting = false;
}

function flagFell(side) {
  const winner = side === "X" ? t("White") : t("Black");
  finish(t("{side} wins on time.", { side: winner }));
}

function discResult() {
  let [black, white] = discCounts(shown.node.position);
  const empty = 64 - black - white; // they go to the winner
  if (black > white) black += empty;
  else if (white > black) white += empty;
  if (black === white) return t("Draw, {black}–{white}", { black, white });
  const side = black > white ? t("Black") : t("White");
  return t("{side} wins {black}–{white}", { side, black, white });
}

/** Show how the game ended, and then what its moves were worth. */
async function finish(outcome) {
  stop();
  game.on = false;
  game.ended = true;
  game.clock?.stop();
  showStatus();
  page.draw();
  byId("result").hidden = false;
  byId("outcome").textContent = outcome;
  byId("moments").replaceChildren();
  const fields = asFields(), last = shown.node;
  byId("accuracies").textContent = fields.moves ? t("Looking through the game …") : "";
  if (!fields.moves) return;
  judged = ask({ do: "analyse", ...fields, level: REVIEW_LEVEL });
  try {
    showJudgement(await judged, last);
  } catch (error) {
    byId("accuracies").textContent = error.message;
  }
}

function showJudgement({ accuracy, moves }, last) {
  const percent = (side) => `${accuracy[side].all.percent} %`;
  byId("accuracies").textContent = t("Accuracy: black {black}, white {white}", {
    black: percent("black"), white: percent("white"),
  });
  const worst = moves.filter(({ loss }) => loss >= WORTH_NAMING).sort((a, b) => b.loss - a.loss);
  const line = lineThrough(last);
  const moments = worst.slice(0, KEY_MOMENTS).sort((a, b) => a.ply - b.ply).map((move) => moment(move, line));
  byId("moments").replaceChildren(...(moments.length ? moments : [element("li", t("No move lost much."))]));
}

function moment(move, line) {
  const loss = move.loss.toFixed(move.exact ? 0 : 1);
  const text = t("{ply}. {move} lost {loss} discs; {better} was better", { ply: move.ply, move: move.move, loss, better: move.pv[0] });
  const item = element("li", ""), button = element("button", text, { type: "button" });
  button.addEventListener("click", () => {
    goTo(line[move.ply - 1]);
    explain(line[move.ply - 1], move.move);
  });
  item.append(button);
  return item;
}

// ---------------------------------------------------------------- taking back, hints

function undo() {
  let { node } = shown;
  if (!node.parent) return;
  stop();
  if (game.ended) {
    clear();
    game.on = true; // to try it again
  }
  do node = node.parent;
  while (node.parent && (legalMoves(node.position)[0] === "pass" || (game.on && !game.human.includes(node.position.turn))));
  goTo(node);
}

async function giveHint() {
  stop();
  const { node } = shown;
  if (!legalMoves(node.position).length) return;
  const own = ask({ do: "search", position: obfOf(node.position), level: HINT_LEVEL });
  thinking = own;
  try {
    const { move } = await own;
    if (shown.node !== node) return;
    hint = move;
    byId("status").textContent = t("Hint: {move}", { move });
    page.draw();
  } catch (error) {
    page.fail(error);
  }
}

// ---------------------------------------------------------------- the tab

/** Be ready where something else was set up: at the usual start a click begins a game, elsewhere the button does. */
function setUp() {
  clear();
  game.on = !isEditing() && !shown.node.parent && obfOf(shown.node.position) === START;
}

function enter() {
  if (left && left !== shown.node) setUp();
  changed(false, false);
}

function changed(isNew, isStep) {
  stop();
  hideExplanation();
  if (isNew && !isStarting) setUp();
  if (isStep) game.on = false; // who looks back plays on by the button
  showStatus();
  byId("undo").disabled = !movesTo(shown.node).length;
  const isOver = !legalMoves(shown.node.position).length;
  byId("play-on").disabled = byId("hint").disabled = isOver;
  game.clock?.run(game.on && !isOver ? shown.node.position.turn : null);
  if (game.on && isOver) finish(discResult());
  else reply();
}

function begin(given) {
  page = { ...given, fail: (error) => given.say(error.message) };
  const fill = (name, choices, usual = 0) => byId(name).replaceChildren(...choices.map(([text, value], number) => {
    const option = element("option", t(text), { value: typeof value === "object" ? number : value });
    option.selected = number === usual;
    return option;
  }));
  fill("opponent", OPPONENTS, USUAL_OPPONENT);
  fill("colour", COLOURS);
  fill("clock", CLOCKS);
  byId("new-game").addEventListener("click", () => startGame(false));
  byId("play-on").addEventListener("click", () => startGame(true));
  byId("undo").addEventListener("click", undo);
  byId("hint").addEventListener("click", giveHint);
}

/** The tab, as serve.js uses it. */
export const playing = {
  begin,
  changed,
  enter,
  leave: () => {
    stop();
    left = shown.node;
    game.clock?.run(null);
  },
  mayMove: isHumansTurn,
  marks: () => ({ canMove: isHumansTurn(), ringed: hint && squareOf(hint) }),
  lineOf: () => [],
};
