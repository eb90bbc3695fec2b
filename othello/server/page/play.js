// Play: a game against the engine, with a clock, hints, moves taken back. It outlives a reload and a closed tab;
// tabs that show it stay together. The logic is in game.js; here are the engine, the clock, the storage and the page.

import { addressNow } from "./address.js";
import { changeSides, chosenGame, isCoached, isForChildren, makeChoices, showChoice, timesFault } from "./choices.js";
import { Clock } from "./clock.js";
import { ask, isConnected } from "./connection.js";
import { byId, on, sayIn } from "./elements.js";
import { makeEvaluation, showEvaluation, stopEvaluation } from "./evaluation.js";
import {
  FIRST, actions, asMistakes, buttonsOf, canPlan, clockSide, commentOf, commentText, gameOf, headersAt, isAsking, isBeside, isCommentDue,
  isEnginesTurn, isHumansTurn, isLive, isPlayedOn, isReading, keptOf, lastGame, lastOwn, limitsOf, marksOf, mistakesShown, names, refusal,
  replayQuestion, resultOf, resumption, statusText, takenBack, wholeOf,
} from "./game.js";
import { showFault } from "./faults.js";
import { focusBoard, showBoard } from "./grid.js";
import { keep, kept, onRemembered, remember, remembered } from "./kept.js";
import { keepInList, makeLastGames } from "./lastgames.js";
import { discOutcome } from "./outcome.js";
import { makeResult, showResult } from "./result.js";
import { discCounts, legalMoves, obfOf, opponentOf, squareOf } from "./rules.js";
import { setting } from "./settings.js";
import { isDealt, setUp, startText } from "./setup.js";
import { drawIn, fail, isOpen, practise, refuse, sayStatus, shell } from "./shell.js";
import { makeStore, whenOther } from "./store.js";
import { explainer, tabs } from "./tabs.js";
import { t } from "./texts.js";
import { START, child, endGameAt, goTo, load, movesTo, restored, rootOf, saved, shown } from "./tree.js";

const HINT_LEVEL = 12;
const [WATCHING_PAUSE, READING_PAUSE] = [700, 2500]; // milliseconds for which one sees a move where engines play each other, or a comment on the board

const store = makeStore({ ...FIRST }, actions), { state } = store;

const now = () => ({ ...state, ...shown, isEditing: shell.state.isEditing });

// -------------------------------- what is shown

function draw() {
  const present = now(), here = gameOf(shown.root, state);
  sayStatus(statusText(present));
  sayIn("comment", commentText(present));
  for (const [id, how] of Object.entries(buttonsOf(present))) Object.assign(byId(id), how);
  foldChoices(state.on, state.seed);
  state.clock?.show();
  showResult(here?.outcome ? here : null);
  byId("outcome").hidden = here?.tip === shown.node; // the status says it
}

/** Show what one chooses before a game, or hide it when one begins; the reader may do otherwise then. */
const foldChoices = whenOther((isOn) => { byId("choices").open = !isOn; });

/** Show on the board a move that lost much and the better one, or what is `simple` to see after it. */
function showMoment(node, about) {
  store.set({ moment: { node, ...about } });
  goTo(node);
  showBoard();
}

// -------------------------------- moves

/** Play a legal move that was clicked on. Where no game is on one begins, and who clicked plays that side. */
function choose(move) {
  if (!state.on || isBeside(now())) {
    if (!mayBegin(true)) return;
    makeGame(shown.node.position.turn);
  }
  playOwn(move);
}

function playOwn(move) {
  const isJudged = isCoached() && legalMoves(shown.node.position).length > 1; // an only move is no choice
  store.moved(isJudged ? child(shown.node, move) : null);
  advance(move);
}

/** Let the game have come to a node; what was taken back stays as a variation. Its tree has it once it has ended. */
function setTip(node) {
  endGameAt(node);
  store.set({ tip: node });
  rootOf(node).ended = state.outcome ? wholeOf(state) : undefined;
}

/** Make a move that belongs to the game. */
function advance(move) {
  setTip(child(shown.node, move));
  goTo(state.tip);
}

/** Let nothing go on: no search, no clock. */
function stop() {
  state.thinking?.cancel();
  state.clock?.run(null);
  store.stopped();
  stopEvaluation();
}

/** Let the engine move, if it is its turn. */
async function reply() {
  if (!isEnginesTurn(now())) return;
  const { position } = shown.node, limits = limitsOf(now(), state.clock?.left(position.turn) ?? null);
  const own = ask({ do: "search", position: obfOf(position), ...limits });
  store.set({ thinking: own });
  const pause = state.human ? isReading(now()) && READING_PAUSE : WATCHING_PAUSE;
  const seen = pause && new Promise((resolve) => { setTimeout(resolve, pause); });
  const found = await own.catch(fail);
  if (!found || seen) state.clock?.run(null);
  if (!found) store.stuck();
  await seen;
  if (state.thinking !== own) return;
  const { planned } = state;
  store.set({ thinking: null });
  advance(found.move);
  if (planned && isLive(now())) playPlanned(planned);
}

/** Note a move for one's next turn, if that is switched on, or take it back; return whether it could be. */
function plan(move) {
  if (!setting("premoves") || !canPlan(now(), move)) return false;
  store.planned(move);
  return true;
}

/** Play the move that was planned, now that the engine has moved, or say that it is none. */
function playPlanned(move) {
  const legal = legalMoves(shown.node.position);
  if (!legal.length) return;
  if (!isHumansTurn(now())) plan(move); // one had to pass, and the engine thinks again
  else if (legal.includes(move)) playOwn(move);
  else refuse(squareOf(move), t("You cannot play there: choose a square with a dot."));
}

/** Say what one's last move is worth, and why. */
function explainOwn() {
  const own = lastOwn(now());
  if (isForChildren(state)) commentOn(own, true);
  else explainer().explainInView(own.parent, own.move);
}

/** Let the coach comment on a move; the game goes on, or waits, unless that `isWanted`. */
async function commentOn(node, isWanted = false) {
  const own = explainer().ask(node.parent, node.move);
  store.set({ thinking: own });
  const found = await own.catch(fail);
  if (state.thinking !== own) return;
  store.commented(found ? commentOf(node, isForChildren(state) ? explainer().answer(node, found, isWanted) : found, isForChildren(state)) : null);
  if (isWanted || !state.comment?.isAsked) letGoOn();
}

/** Let the game go on after a comment, which then may name the better move. */
function letGoOn() {
  const { planned } = state;
  store.wentOn();
  changed();
  if (planned) plan(planned);
}

async function giveHint() {
  stop();
  runClock();
  const own = ask({ do: "search", position: obfOf(shown.node.position), level: HINT_LEVEL });
  store.set({ thinking: own }); // what is shown then ends it
  const found = await own.catch(fail);
  if (!found) return;
  store.set({ hint: found });
  showEvaluation(true);
}

// -------------------------------- a game begins, and ends

const newSeed = () => Math.floor(Math.random() * 2 ** 31);

/** Let a game begin at the position that is shown, as it is chosen; in any case, a person plays the side `mover`. */
function makeGame(mover = "") {
  const isAnothers = shown.node === shown.root && shown.root.line && (!state.tip || isBeside(now()));
  stop();
  if (isAnothers) load(obfOf(shown.root.position)); // from its first position one does not play on in an analysed game
  const chosen = chosenGame(), human = chosen.human.includes(mover) ? chosen.human : mover;
  store.cleared({ ...chosen, human, on: true, seed: newSeed(), begun: shown.node.ply, day: new Date().toLocaleDateString("sv"), clock: clockOf(chosen.total) }); // Sweden writes 2026-01-31
  setTip(shown.node);
  if (human !== chosen.human) showChoice(state);
}

/** Return the clock of a game, which ends that when the time of a side is over; null if it has none. */
function clockOf(seconds) {
  return seconds && new Clock(seconds, byId("clocks"), (side) => end({ how: "time", winner: opponentOf(side) }));
}

/** Return whether the game may end now; where one is played, it is asked for. */
const mayEnd = () => !state.on || !movesTo(state.tip).length || window.confirm(t("A game is being played. End it?"));

/** Return whether a game may begin as it is chosen, perhaps at the position that is shown. */
function mayBegin(isFromHere) {
  const fault = timesFault();
  if (fault) showFault(byId("more"), "", new Error(fault));
  return !fault && (!isFromHere || mayReplay(shown.node)) && mayEnd();
}

/** Return whether a game may be played on from a node; where it has ended, that is asked. */
function mayReplay(node) {
  const question = replayQuestion(now(), node);
  return !question || window.confirm(question);
}

/** Let a game begin at the position that is shown, or else at what was typed to start from. */
async function startGame(isFromHere) {
  if (!mayBegin(isFromHere)) return;
  stop();
  const text = isFromHere ? "" : startText();
  if (text && !(await setUp(text))) return changed(); // the one that is played goes on
  if (!isFromHere && !text) load(START);
  makeGame();
  if (isDealt(text)) changeSides();
  goTo(shown.node);
  showBoard();
  focusBoard();
}

function resign() {
  if (!mayEnd()) return;
  const side = state.human.length === 1 ? state.human : state.tip.position.turn;
  end({ how: "resigned", winner: opponentOf(side) });
}

/** Let the game end, and be kept if one person has played it against an engine. */
async function end(outcome) {
  stop();
  store.ended(outcome);
  setTip(state.tip);
  save();
  const { human, opponents, seed } = state, mine = asMistakes(state), result = resultOf(outcome);
  if (!mine || human.length !== 1 || !tabs.practise) return;
  const filed = await tabs.practise.keepGame({ ...mine, opponent: opponents[opponentOf(human)], ...(result && { result }) }, state.filed);
  if (seed !== state.seed) return;
  store.set({ filed });
  if (state.outcome) setTip(state.tip);
  save();
}

function undo() {
  const node = takenBack(now());
  if (node && mayReplay(node)) playFrom(node);
}

/** Go back to a node to play on from there. */
function playFrom(node) {
  stop();
  if (state.outcome) store.reopened(newSeed()); // to try it again, as another game
  if (state.on && !isBeside(now())) setTip(node);
  goTo(node);
  showBoard();
}

// -------------------------------- a reload of the page, another visit

function save() {
  if (!shell.state.isReady) return; // the game of before the reload is not taken up yet
  keep("game", state.tip && { ...wholeOf(state), address: addressNow(), isBeside: isBeside(now()) });
  if (!state.tip || state.isFollowing || !isOpen("play")) return;
  remember("game", wholeOf(state));
  keepInList(wholeOf(state));
}

/** Let the game be as it was saved, without what was there; `root` is the tree it belongs to. */
function takeUp(game, root) {
  stop();
  store.cleared({ ...keptOf(game), clock: clockOf(game.seconds) });
  setTip(restored(game, root));
}

/** Go on with the game that was interrupted. */
function resume() {
  const old = lastGame(kept("game"), remembered("game"));
  const how = resumption(old, state, { address: location.hash, place: saved(shown.node), isOpen: isOpen("play") });
  if (!how) return;
  takeUp(old, how.isHere ? shown.root : undefined); // another game may begin with the same moves
  if (isOpen("play")) goTo(how.isShown ? state.tip : shown.node);
  else shell.redraw();
}

/** If another tab has played on in this game, take that over; return whether it has. */
function takeOver() {
  const newer = remembered("game");
  if (!isPlayedOn(state, newer)) return false;
  takeUp(newer, rootOf(state.tip));
  return true;
}

/** Show at once what another tab has played in this game. That one asks the engine for its moves. */
function follow() {
  if (!isOpen("play")) return; // it is taken over when one comes back to it
  const isShown = shown.node === state.tip;
  store.set({ isFollowing: true });
  if (takeOver()) goTo(isShown ? state.tip : shown.node, true);
  store.set({ isFollowing: false });
}

/** Show a game of the list of the last games, and go on with it if it is not over. */
function openKept(entry) {
  if (!state.tip || state.seed !== entry.seed) {
    if (state.on && !keepInList(wholeOf(state)) && !mayEnd()) return;
    takeUp(entry);
    showChoice(state);
  }
  goTo(state.tip);
  showBoard();
}

/** Take the game of this seed away, or any if it is null; one that is played only if that is allowed. Return whether it is. */
function leaveGame(seed) {
  const isThis = state.tip && (seed === null || seed === state.seed);
  if (isThis && seed !== null && !mayEnd()) return false;
  if (seed === null || remembered("game")?.seed === seed) remember("game", null);
  if (isThis) {
    const isElsewhere = isBeside(now());
    delete rootOf(state.tip).ended;
    stop();
    store.cleared();
    if (isElsewhere) changed();
    else load(START);
  }
  return true;
}

// -------------------------------- the tab

function changed() {
  stop();
  if (state.moment?.node !== shown.node) store.set({ moment: null });
  if (state.outcome && isBeside(now())) store.cleared(); // its tree has it
  if (!state.tip && shown.root.ended) takeUp(shown.root.ended, shown.root);
  if (state.on && shown.node.move === "pass" && shown.node.parent === state.tip) setTip(shown.node);
  const isOver = !legalMoves(shown.node.position).length, present = now();
  runClock();
  if (isLive(present) && !state.isFollowing) {
    if (isOver) end(discOutcome(discCounts(shown.node.position)));
    else if (!isCommentDue(present)) reply();
    else if (!isAsking(present)) commentOn(state.toComment);
  }
  showEvaluation(!shell.state.isEditing);
  save();
}

/** Let the clock of the side to move run; the engine's only while that can be reached. */
function runClock() {
  state.clock?.run(isOpen("play") ? clockSide(now(), isConnected()) : null);
}

function begin() {
  drawIn("play", store, draw);
  makeChoices();
  makeResult({ show: showMoment, tryAgain: playFrom });
  makeEvaluation();
  makeLastGames({ open: openKept, leave: leaveGame });
  for (const id of ["new-game", "play-again"]) on(id, "click", () => startGame(false));
  on("play-on", "click", () => startGame(true));
  on("pause", "click", () => {
    store.paused();
    changed();
  });
  for (const id of ["tab-play", "to-game"]) on(id, "click", () => { if (state.on && !isLive(now())) goTo(state.tip); });
  on("resign", "click", resign);
  for (const id of ["undo", "coach-back"]) on(id, "click", undo);
  on("coach-on", "click", letGoOn);
  on("hint", "click", giveHint);
  on("ask-own", "click", explainOwn);
  on("practise-played", "click", () => practise(mistakesShown(now())));
  window.addEventListener("pagehide", save);
  onRemembered("game", follow);
  // The tab that was followed, and asked the engine, may be closed now.
  window.addEventListener("focus", () => { if (isLive(now()) && !state.thinking && isOpen("play")) (state.isStuck ? changed : reply)(); });
}

export const playing = {
  begin,
  changed,
  enter: (isAsked, isFromTask) => {
    takeOver();
    if (!isAsked || !(state.on || isFromTask)) changed();
    else if (state.tip) goTo(state.tip);
    else load(START);
  },
  leave: () => {
    stop();
    showEvaluation(false);
    save();
    byId("clocks").hidden = true;
  },
  resume,
  namesOpening: () => !isForChildren(state),
  choose,
  plan,
  marks: () => marksOf(now()),
  refusal: () => refusal(now()),
  names: () => names(now()),
  headersAt: (node) => headersAt(now(), node),
  runClock,
};
