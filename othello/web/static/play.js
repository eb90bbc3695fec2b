// Play: a game against the engine, with a clock, hints, moves taken back. It outlives a reload, and a tab that is closed;
// tabs that have it open together show the same.

import { addressNow } from "./address.js";
import { OPPONENTS, chosenGame, fillChoices, keepChoice, showChoice, showFields, timesFault } from "./choices.js";
import { Clock } from "./clock.js";
import { askCoach, commentText, isCoached, makeCoach, TAKE_BACK } from "./coach.js";
import { ask, isConnected } from "./connection.js";
import { byId, hasRoom, on } from "./elements.js";
import { makeEvaluation, showEvaluation, stopEvaluation } from "./evaluation.js";
import { explain, hideExplanation } from "./explain.js";
import { showBoard } from "./grid.js";
import { keep, kept, onRemembered, remember, remembered } from "./kept.js";
import { keepInList, makeLastGames } from "./lastgames.js";
import { keepGame } from "./person.js";
import { discOutcome, drawResult, makeResult, momentText, outcomeText, ownOutcomeText, showResult } from "./result.js";
import { discCounts, legalMoves, obfOf, opponentOf, sideOf, squareOf } from "./rules.js";
import { setting } from "./settings.js";
import { isEditing } from "./setup.js";
import { onTranslate, t } from "./texts.js";
import { START, asFields, child, endGameAt, goTo, lineThrough, load, movesTo, pathTo, restored, rootOf, saved, shown } from "./tree.js";
import { scoreText, sideText } from "./words.js";

const HINT_LEVEL = 12;
const MOVES_LEFT = 25; // for how many more moves the engine's clock must last
const WATCHING_PAUSE = 700; // milliseconds for which one sees a move where engines play each other
const SIDES = { black: "X", white: "O" };
const NO_GAME = { on: false, isPaused: false, outcome: null, tip: null, clock: null, total: null, filed: null };

let page = null, thinking = null, hint = null, moment = null, interrupted = null, isFollowing = false, latest = null;
let planned = null; // the move for one's next turn, chosen while the engine thinks
let isStuck = false; // as the engine could not move
let isKept = true; // whether the list of the last games has this one
let toComment = null, comment = null; // the node after a move that the coach is to judge; what he has said of the last one

// The game: on while it is played, then with its outcome until another board is shown; from then on its tree has it, as
// `ended`. `tip` is the node it has come to: elsewhere the game waits, as it does if `isPaused`. People play `human`.
// `opponents` are the engine's players of black and white, `near` is as in choices.js, `total` the clocks' first seconds, or null.
// `seed`, for the engine, also tells one game from another. `filed` says where a profile has it.
const game = { ...NO_GAME, human: "X", opponents: {}, near: "", seed: 0 };

// -------------------------------- whose move it is

const isLive = () => game.on && shown.node === game.tip && !isEditing();

/** Return whether what is shown has nothing to do with the game. */
const isBeside = () => game.tip !== null && rootOf(game.tip) !== shown.root;

/** Return the game of the tree that begins at `root`: the one that is played, or one that has ended there; else null. */
function gameOf(root) {
  if (game.tip && rootOf(game.tip) === root) return game;
  return root.ended ? { ...root.ended, tip: root.ended.moves.reduce(child, root) } : null;
}

const isHumansTurn = () => game.human.includes(shown.node.position.turn);

/**
 * Return why a click may not move, an empty text if it may: in a game it does for a side that somebody plays, where one
 * looks back, too. Elsewhere it begins a game.
 */
function refusal() {
  const here = gameOf(shown.root), { turn } = shown.node.position;
  if (here?.outcome && shown.node === here.tip) return t("The game is over.");
  if (!here || here.human.includes(turn)) return "";
  if (isLive()) return t(game.isPaused ? "The engines are paused: “Go on” lets them play." : "It is not your turn.");
  return t("You do not play {side} in this game. “Play on from here” begins another one.", { side: t(sideOf({ turn })) });
}

/** Play a legal move that was clicked on. Where no game is on one begins, and who clicked plays that side. */
function choose(move) {
  const { turn } = shown.node.position;
  if (!game.on || isBeside()) {
    if (!mayReplay(shown.node) || !mayBegin()) return;
    makeGame();
    if (!game.human.includes(turn)) {
      game.human = turn;
      showChoice(game);
    }
  }
  playOwn(move);
}

function playOwn(move) {
  comment = null;
  toComment = isCoached(shown.node.position) ? child(shown.node, move) : null;
  advance(move);
}

/** Let the game have come to a node; what was taken back stays as a variation. A game that ended in its tree is no more. */
function setTip(node) {
  game.tip = node;
  delete rootOf(node).ended;
  endGameAt(node);
}

/** Make a move that belongs to the game. */
function advance(move) {
  setTip(child(shown.node, move));
  goTo(game.tip);
}

function stop() {
  thinking?.cancel();
  thinking = null;
  hint = planned = null;
  isStuck = false;
  stopEvaluation();
}

/** Let the engine move, if it is its turn. */
function reply() {
  const legal = legalMoves(shown.node.position);
  if (game.isPaused || isHumansTurn() || legal[0] === "pass" || isCommentDue()) return;
  const { turn } = shown.node.position;
  const limits = { ...OPPONENTS[game.opponents[turn]], seed: game.seed };
  if (game.near) limits.near = game.near.split(",").map(Number);
  if (game.clock) limits.seconds = Math.max(game.clock.left(turn) / MOVES_LEFT, 0.05);
  const own = ask({ do: "search", position: obfOf(shown.node.position), ...limits });
  thinking = own;
  const seen = game.human ? null : new Promise((resolve) => { setTimeout(resolve, WATCHING_PAUSE); });
  const moveOn = async ({ move }) => {
    if (thinking === own && seen) game.clock?.run(null);
    await seen;
    if (thinking !== own) return;
    thinking = null;
    const chosen = planned;
    advance(move);
    if (chosen && isLive()) playPlanned(chosen);
  };
  own.then(moveOn, (error) => {
    thinking = null;
    isStuck = true;
    game.clock?.run(null);
    showState();
    page.fail(error);
  });
}

const isHeld = () => game.isPaused || isStuck;

/**
 * Note a move for one's next turn, while the engine thinks, if that is switched on; the same one again takes it back. Return
 * whether it could be.
 */
function plan(move) {
  if (!setting("premoves") || !isLive() || !thinking || !game.human || isHumansTurn()) return false;
  if (shown.node.position.squares[squareOf(move)] !== "-") return false;
  planned = planned === move ? null : move;
  showState();
  page.draw();
  return true;
}

/** Play the move that was planned, now that the engine has moved, or say that it is none. */
function playPlanned(move) {
  const legal = legalMoves(shown.node.position);
  if (!legal.length) return;
  if (!isHumansTurn()) plan(move); // one had to pass, and the engine thinks again
  else if (legal.includes(move)) playOwn(move);
  else page.refuse(squareOf(move), t("{square} is no legal move.", { square: move }));
}

/** Return whether the coach has to comment on the last move; the opponent may have had to pass since. */
function isCommentDue() {
  const { node } = shown;
  return toComment !== null && (node === toComment || (node.move === "pass" && node.parent === toComment));
}

/** Return whether it is asked if the last move is taken back. */
const isAsking = () => isLive() && isCommentDue() && comment?.node === toComment;

/** Let the coach comment on the last move; the game goes on, or waits. */
async function commentOn(node) {
  const own = askCoach(node);
  thinking = own;
  const found = await own.catch(page.fail);
  if (thinking !== own) return;
  thinking = null;
  comment = found && { node, found, isAsked: found.loss >= TAKE_BACK };
  if (comment?.isAsked) showState();
  else letGoOn();
}

/** Let the game go on after a comment, which then may name the better move. */
function letGoOn() {
  const chosen = planned;
  if (comment) comment.isAsked = false;
  toComment = null;
  changed();
  if (chosen) plan(chosen);
}

// -------------------------------- what is said of it

/** Return who plays a colour in a game: you, an engine's player, or where that tells nothing the colour's name. */
function who(side, { human, opponents }) {
  if (human.length === 1 && human === side) return t("You");
  if (human.length < 2) return t(opponents[side]);
  return sideText(side);
}

/** Return what stands at the discs of both sides, where the game is shown; else null. */
function names() {
  const here = gameOf(shown.root);
  return here && ["X", "O"].map((side) => {
    const colour = sideText(side), player = who(side, here);
    return player === colour ? colour : t("{side}: {who}", { side: colour, who: player });
  });
}

/** Return the players as headers, and how the game ended where its discs do not tell; null for a line without the game. */
function headersAt(node) {
  const root = rootOf(node), here = gameOf(root);
  if (!here || !pathTo(node).includes(here.tip)) return null;
  if (root.game && node === lineThrough(root).at(-1)) return null; // the game of a list in which one plays on
  const known = Object.entries({ Black: "X", White: "O" }).map(([name, side]) => [name, who(side, here)]);
  const result = node === here.tip && here.outcome && resultOf(here.outcome);
  return {
    ...Object.fromEntries(known.filter(([name, player]) => player !== t(name))),
    ...(result && { Result: result }),
  };
}

/** Return the result of a game that ended before its last move, as files of games have it. */
function resultOf({ how, winner }) {
  const early = { resigned: "R", time: "T" }[how];
  return early && `${winner === "X" ? "B" : "W"}+${early}`;
}

/** Return how a game ended, for its only person if it has one. */
const endText = ({ outcome, human }) => (human.length === 1 ? ownOutcomeText(outcome, human) : outcomeText(outcome));

function statusText() {
  const { node } = shown, { outcome, human, tip } = gameOf(shown.root) ?? NO_GAME;
  if (moment?.node === node) return momentText(moment.move, moment.who);
  if (outcome && node === tip) return endText({ outcome, human });
  const { position, move } = node, legal = legalMoves(position), other = opponentOf(position.turn);
  const side = sideText(position.turn), last = sideText(other), parts = [];
  if (move === "pass") parts.push(t("{side} had to pass.", { side: last }));
  else if (isLive() && move && !game.human.includes(other)) {
    if (node.parent.move === "pass") parts.push(t("{side} had to pass.", { side }));
    parts.push(t("{side} played {move}.", { side: last, move }));
  }
  if (!legal.length) parts.push(t("The game is over."));
  else if (legal[0] === "pass") parts.push(t("{side} has to pass.", { side }));
  else if (!isLive()) parts.push(t(refusal() ? "{side} to move" : "{side} to move – choose a square", { side }));
  else if (isAsking()) parts.push(t("Take the move back?"));
  else if (!isHeld() && !isHumansTurn()) {
    parts.push(t("{side} is thinking …", { side }));
    if (planned) parts.push(t("Planned: {move}", { move: planned }));
  } else parts.push(game.human === position.turn ? t("Your move") : t("{side} to move", { side }));
  return parts.join(" ");
}

function showState() {
  const { node } = shown, isOver = !legalMoves(node.position).length;
  const isBare = !node.parent && obfOf(node.position) === START;
  byId("status").textContent = hint ? hintText() : statusText();
  byId("comment").textContent = comment && rootOf(comment.node) === shown.root ? commentText(comment) : "";
  byId("coach-asks").hidden = !isAsking();
  byId("clocks").hidden = !game.clock || isBeside();
  byId("undo").disabled = !takenBack();
  byId("undo").hidden = isAsking();
  byId("hint").disabled = isOver || (isLive() && (!isHumansTurn() || isCommentDue()));
  byId("resign").disabled = !game.on || !game.human || !movesTo(game.tip).length;
  byId("pause").hidden = Boolean(game.human && !isStuck) || !isLive();
  byId("pause").textContent = isHeld() ? t("Go on") : t("Pause");
  byId("play-on").hidden = isLive() || isOver || isBare;
  byId("practise-played").hidden = !asMistakes(gameOf(shown.root) ?? NO_GAME);
  showEnd();
  showNote();
}

/** Return which move is good, and what it is worth. */
function hintText() {
  const { move, score, exact } = hint, side = sideOf(shown.node.position);
  return t("Hint: {score} with {move}", { move: t(move), score: scoreText(score, side, exact) });
}

/** Show the result of the game that is shown, if it has ended. */
function showEnd() {
  const here = gameOf(shown.root), namesOf = (side) => who(SIDES[side], here);
  showResult(here?.outcome ? here : null, {
    who: namesOf,
    choose: (move, node) => showMoment(move, node, namesOf),
    analyse: (found) => {
      goTo(here.tip);
      page.analyse(found);
    },
    fail: page.fail,
  });
}

/** Say so where something is chosen that the game does not have. */
function showNote() {
  const { human, total } = chosenGame();
  byId("choice-note").hidden = !game.on || (human === game.human && JSON.stringify(total) === JSON.stringify(game.total));
}

// -------------------------------- a game begins, and ends

/** Take away what is left of the last game: its clocks, its result. */
function clear() {
  stop();
  moment = comment = toComment = null;
  game.clock?.run(null);
  Object.assign(game, NO_GAME);
  byId("clocks").hidden = true;
}

/** Show or hide what one chooses before a game; where there is room it always stands there. */
function fold(isFolded) {
  byId("choices").open = !isFolded || hasRoom();
}

/** Let a game begin at the position that is shown, as it is chosen. */
function makeGame() {
  const isAnothers = shown.node === shown.root && shown.root.line && (!game.tip || isBeside());
  keepChoice();
  clear();
  if (isAnothers) load(obfOf(shown.root.position)); // from its first position one does not play on in an analysed game
  Object.assign(game, { on: true, ...chosenGame(), seed: Math.floor(Math.random() * 2 ** 31) });
  setTip(shown.node);
  if (game.total) setClock(game.total);
  fold(true);
}

function setClock(seconds) {
  game.clock = new Clock(seconds, byId("clocks"), flagFell);
}

/** Return whether the game may end now; where one is played, it is asked for. */
const mayEnd = () => !game.on || !movesTo(game.tip).length || window.confirm(t("A game is being played. End it?"));

/** Return whether a game may begin as it is chosen. */
function mayBegin() {
  const fault = timesFault();
  if (fault) page.say(fault);
  return !fault && mayEnd();
}

/** Return whether a game may be played on from a node: where it has ended, without its result, it is asked for. */
function mayReplay(node) {
  const { outcome, total } = gameOf(rootOf(node)) ?? NO_GAME;
  const question = total ? "The game is over. Play it again from move {ply} on, without its result and its clock?" : "The game is over. Play it again from move {ply} on, without its result?";
  return !outcome || window.confirm(t(question, { ply: node.ply + 1 }));
}

function startGame(isFromHere) {
  if ((isFromHere && !mayReplay(shown.node)) || !mayBegin()) return;
  stop();
  if (!isFromHere) load(START);
  makeGame();
  goTo(shown.node);
  showBoard();
}

/** Let another opponent play from the next move on. */
function changeOpponent() {
  if (!game.on) return;
  const { opponents, near } = chosenGame();
  Object.assign(game, { opponents, near });
  page.draw();
  save();
}

/** Let the engines wait, or go on. */
function pause() {
  game.isPaused = !isHeld();
  changed();
}

function flagFell(side) {
  end({ how: "time", winner: opponentOf(side) });
}

function resign() {
  if (!mayEnd()) return;
  const { turn } = game.tip.position;
  const side = game.human.length === 1 ? game.human : turn;
  if (!isLive()) goTo(game.tip);
  end({ how: "resigned", winner: opponentOf(side) });
}

/** Let the game end, and be kept if one person has played it against an engine. */
async function end(outcome) {
  finish(outcome);
  const { human, opponents, seed } = game, mine = asMistakes(game), result = resultOf(outcome);
  if (!mine || human.length !== 1) return;
  const filed = await keepGame({ ...mine, opponent: opponents[opponentOf(human)], ...(result && { result }) }, game.filed);
  if (seed !== game.seed) return;
  game.filed = filed;
  if (game.outcome) rootOf(game.tip).ended = whole();
  save();
}

function finish(outcome) {
  stop();
  Object.assign(game, { on: false, outcome });
  game.clock?.run(null);
  rootOf(game.tip).ended = whole();
  latest = asMistakes(game);
  fold(false);
  showState();
  page.draw();
  save();
}

/** Show a move that lost much: it and the better one on the board, and why. */
function showMoment(move, node, namesOf) {
  moment = { node, move, who: namesOf };
  goTo(node);
  explain(node, move.move, move);
  showBoard();
}

/** Return a game as fields of a request for mistakes: those of its only person, or of both sides; null without moves. */
function asMistakes({ tip, human }) {
  if (!tip || !movesTo(tip).length) return null;
  return { ...asFields(tip), ...(human.length === 1 && { side: sideOf({ turn: human }) }) };
}

// -------------------------------- a reload of the page, another visit

/** Return the game as a value for `takeUp`. */
function whole() {
  const { clock, tip, ...others } = game;
  return { ...others, seconds: clock && { X: clock.left("X"), O: clock.left("O") }, chosen: chosenGame(), ...saved(tip) };
}

function save() {
  if (interrupted) return; // it is not asked for yet
  if (!game.tip) {
    keep("game", null);
    return;
  }
  keep("game", { ...whole(), address: addressNow(), isShown: shown.node === game.tip, isBeside: isBeside() });
  if (isFollowing || byId("play").hidden) return;
  remember("game", whole());
  isKept = keepInList(whole());
}

/** Return the game that this tab had, as any tab has left it; or if it had none, the last one. */
function lastGame() {
  const own = kept("game"), last = remembered("game");
  return own && own.seed !== last?.seed ? own : last && { ...own, ...last };
}

/** Let the game be as it was saved, without what was there; `root` is the tree it belongs to. */
function takeUp({ on: isOn, isPaused = false, outcome, human, opponents, near = "", seed, seconds, total, filed, ...place }, root) {
  clear();
  Object.assign(game, { on: isOn, isPaused, human, opponents, near, seed, total, filed });
  setTip(restored(place, root));
  if (seconds) setClock(seconds);
  if (outcome) finish(outcome);
}

/**
 * Go on with the game that was interrupted: by a reload, if it was shown then and the address is still the one
 * that was left; or by closing the page, if the address names nothing else. Elsewhere it waits; one that is over
 * is forgotten. `isOpen` says whether this tab is shown.
 */
function resume(isOpen) {
  const old = interrupted;
  interrupted = null;
  if (!old?.opponents || (game.tip && game.seed !== old.seed)) return;
  const isReload = old.address === location.hash, isNamed = isReload || !location.hash;
  if (old.outcome && !(isOpen && isNamed)) return;
  const { start, tree, moves } = saved(shown.node);
  const isPartOfIt = isOpen && start === old.start && tree === moves.join("") && moves.every((move, ply) => move === old.moves[ply]);
  takeUp(old, (isReload ? !old.isBeside : isPartOfIt) ? shown.root : undefined); // another game may begin with the same moves
  showChoice(old.chosen ?? game);
  fold(game.on);
  if (isOpen && (!location.hash || (isReload && old.isShown))) goTo(game.tip);
  else if (isOpen) changed();
  page.draw();
}

/** If another tab has played on in this tab's game, let it be as that one has left it; return whether it has. */
function takeOver() {
  const newer = remembered("game"), { tip, seed, isPaused, outcome, opponents, near } = game, told = JSON.stringify;
  if (!tip || newer?.seed !== seed) return false;
  if (told([newer.moves, newer.isPaused, newer.outcome, newer.opponents, newer.near ?? ""]) === told([movesTo(tip), isPaused, outcome, opponents, near])) return false;
  takeUp(newer, rootOf(tip));
  return true;
}

/** Show at once what another tab has played in this game. That one asks the engine for its moves. */
function follow() {
  if (byId("play").hidden) return; // it is taken over when one comes back to it
  const isShown = shown.node === game.tip;
  isFollowing = true;
  if (takeOver()) goTo(isShown ? game.tip : shown.node, true);
  isFollowing = false;
}

/** Show the game that waits, which the tab may find changed by another tab of the browser. */
function backToGame() {
  const { tip } = game, show = () => goTo(game.tip ?? tip);
  if (page.openTab("play")) page.silently(show);
  else show();
}

/** Show a game of the list of the last games, and go on with it if it is not over. */
function openKept(entry) {
  if (game.seed === entry.seed && game.tip) goTo(game.tip);
  else {
    save(); // with its clocks
    if (game.on && !isKept && !mayEnd()) return;
    takeUp(entry);
    showChoice(game);
    fold(game.on);
    goTo(game.tip);
  }
  showBoard();
}

/** Take the game of this seed away, or any if it is null; one that is played only if that is allowed. Return whether it is. */
function leaveGame(seed) {
  const isThis = game.tip && (seed === null || seed === game.seed);
  if (isThis && seed !== null && !mayEnd()) return false;
  if (seed === null || remembered("game")?.seed === seed) remember("game", null);
  if (isThis) {
    const isElsewhere = isBeside();
    delete rootOf(game.tip).ended;
    clear();
    if (isElsewhere) {
      changed();
      page.draw();
    } else load(START);
  }
  return true;
}

// -------------------------------- taking back, hints

/**
 * Return the position to which moves are taken back: in a game that before the last one of one's own, or the one to which
 * somebody looks back; null if there is none.
 */
function takenBack() {
  const isGame = game.tip && !isBeside();
  let node = isGame && shown.node !== game.tip ? shown.node : shown.node.parent;
  while (node && (legalMoves(node.position)[0] === "pass" || (isGame && !game.human.includes(node.position.turn)))) node = node.parent;
  return node;
}

function undo() {
  const node = takenBack();
  if (!node || !mayReplay(node)) return;
  stop();
  if (game.outcome) {
    const { filed } = game;
    clear();
    Object.assign(game, { on: true, filed }); // to try it again
  }
  if (game.on && !isBeside()) setTip(node);
  goTo(node);
}

async function giveHint() {
  stop();
  const { node } = shown;
  const own = ask({ do: "search", position: obfOf(node.position), level: HINT_LEVEL });
  thinking = own;
  try {
    const found = await own;
    if (shown.node !== node) return;
    hint = found;
    showState();
    page.draw();
    showEvaluation(true);
  } catch (error) {
    page.fail(error);
  }
}

// -------------------------------- the tab

function changed() {
  stop();
  hideExplanation();
  if (moment?.node !== shown.node) moment = null;
  if (game.outcome && isBeside()) clear();
  if (!game.tip && shown.root.ended) takeUp(shown.root.ended, shown.root);
  if (game.on && shown.node.move === "pass" && shown.node.parent === game.tip) setTip(shown.node);
  showState();
  const isOver = !legalMoves(shown.node.position).length, isDue = isCommentDue();
  runClock();
  if (isLive() && !isFollowing) {
    if (isOver) end(discOutcome(discCounts(shown.node.position)));
    else if (!isDue) reply();
    else if (!isAsking()) commentOn(toComment);
  }
  showEvaluation(!isEditing());
  save();
}

/** Let the clock of the side to move run; the engine's only while that can be reached. */
function runClock() {
  if (!game.clock) return;
  const { position } = shown.node, isRunning = isLive() && !byId("play").hidden && legalMoves(position).length && !isHeld() && !isCommentDue();
  game.clock.run(isRunning && (isHumansTurn() || isConnected()) ? position.turn : null);
}

function begin(given) {
  page = given;
  interrupted = lastGame();
  fillChoices();
  makeResult();
  makeEvaluation(page);
  makeLastGames({ open: openKept, leave: leaveGame, who, endText });
  makeCoach();
  on("new-game", "click", () => startGame(false));
  on("play-on", "click", () => startGame(true));
  on("pause", "click", pause);
  on("resume", "click", backToGame);
  on("resign", "click", resign);
  for (const id of ["undo", "coach-back"]) on(id, "click", undo);
  on("coach-on", "click", letGoOn);
  on("hint", "click", giveHint);
  on("practise-played", "click", () => page.practiseMistakes(asMistakes(gameOf(shown.root))));
  for (const id of ["opponent", "second", "near"]) on(id, "change", changeOpponent);
  for (const id of ["colour", "clock", "first-minutes", "second-minutes"]) {
    // Not only when the field is left, by a click on a button below: the note would move that from under the pointer.
    on(id, "input", () => {
      showFields();
      showNote();
      keepChoice();
    });
  }
  window.addEventListener("pagehide", save);
  onRemembered("game", follow);
  // The tab that was followed, and asked the engine, may be closed now.
  window.addEventListener("focus", () => { if (isLive() && !thinking && !byId("play").hidden) (isStuck ? changed : reply)(); });
  onTranslate(() => {
    drawResult();
    showFields();
    game.clock?.show();
  });
}

/** The tab, as serve.js uses it. */
export const playing = {
  begin,
  changed,
  enter: () => {
    takeOver();
    changed();
  },
  resume,
  isWaiting: () => game.on && (byId("play").hidden || !isLive()),
  choose,
  names,
  headersAt,
  retell: showState,
  runClock,
  played: () => asMistakes(game) ?? latest,
  leave: () => {
    stop();
    showEvaluation(false);
    byId("clocks").hidden = true;
    game.clock?.run(null);
    save();
  },
  plan,
  marks: () => ({
    canMove: !refusal(),
    planned: planned && squareOf(planned),
    ringed: [hint?.move ?? moment?.move.pv[0]].filter((move) => move && move !== "pass").map(squareOf),
    crossed: moment && squareOf(moment.move.move),
  }),
  refusal,
};
