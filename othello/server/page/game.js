// The logic of Play, without the page: how its state changes, whose move it is, what can be done, what is said.
//
// The game is `on` while it is played, then with its `outcome` until another board is shown; from then on its tree has it, as `ended`.
// `tip` is the node it has come to: elsewhere the game waits, as it does if `isPaused`. People play `human`. `opponents` are the
// engine's players of black and white, `near` and `tempts` are as in choices.js, `begun` the ply at which they began, on that `day`, `total` the clocks' first seconds, or null. `seed`, for the engine,
// also tells one game from another. `filed` says where a profile has it. `toComment` is the node after a move that the coach is to
// judge, `comment` what he has said of the last one; `moment` is a move of an ended game that is shown.
//
// `now` is this state with the `root` and the `node` that are shown, and whether the board `isEditing`.

import { OPPONENTS, isForChildren } from "./choices.js";
import { outcomeText } from "./outcome.js";
import { legalMoves, obfOf, opponentOf, sideOf, squareOf } from "./rules.js";
import { explainer, parts, tabs } from "./tabs.js";
import { sentence, t } from "./texts.js";
import { START, asFields, child, countTo, lastChosen, lineThrough, movesTo, pathTo, rootOf, saved } from "./tree.js";
import { lossText, scoreText, sideText } from "./words.js";

const MOVES_LEFT = 25; // for how many more moves the engine's clock must last
const [TAKE_BACK, CHILDS_TAKE_BACK] = [4, 10]; // discs from which on it is asked whether a move is taken back

const NO_GAME = { on: false, isPaused: false, outcome: null, tip: null, clock: null, total: null, filed: null };

// `planned` is the move for one's next turn, chosen while the engine is `thinking`; it `isStuck` if it could not move.
const AT_REST = { thinking: null, hint: null, planned: null, isStuck: false };

const NOTHING = { ...NO_GAME, ...AT_REST, moment: null, comment: null, toComment: null };

/** While it `isFollowing`, another tab plays the game. */
export const FIRST = { ...NOTHING, human: "X", opponents: {}, near: "", tempts: 0, seed: 0, begun: 0, day: "", isFollowing: false };

export const actions = {
  cleared: (state, next = {}) => ({ ...NOTHING, ...next }),
  reopened: ({ filed }, seed) => ({ ...NOTHING, on: true, filed, seed }),
  paused: (state) => ({ isPaused: !isHeld(state) }),
  ended: (state, outcome) => ({ ...AT_REST, on: false, outcome, comment: null }),
  stopped: () => AT_REST,
  stuck: () => ({ thinking: null, isStuck: true }),
  planned: ({ planned }, move) => ({ planned: planned === move ? null : move }),
  moved: (state, toComment) => ({ comment: null, toComment }),
  commented: (state, comment) => ({ thinking: null, comment }),
  wentOn: ({ comment }) => ({ comment: comment && { ...comment, isAsked: false, isRead: comment.isAsked }, toComment: null }),
};

// -------------------------------- whose move it is

export const isLive = ({ on, tip, node, isEditing }) => on && node === tip && !isEditing;

/** Return whether what is shown has nothing to do with the game. */
export const isBeside = ({ tip, root }) => tip !== null && rootOf(tip) !== root;

/** Return whether another position of the game that is played is shown than its last one. */
export const isAway = (now) => now.on && now.node !== now.tip && !isBeside(now);

/** Return the game of the tree that begins at `root`: the one that is played, or one that has ended there; else null. */
export function gameOf(root, game) {
  if (game.tip && rootOf(game.tip) === root) return game;
  return root.ended ? { ...root.ended, tip: root.ended.moves.reduce(child, root) } : null;
}

const shownGame = (now) => gameOf(now.root, now);

export const isHumansTurn = ({ human, node }) => human.includes(node.position.turn);

export const isHeld = ({ isPaused, isStuck }) => isPaused || isStuck;

/** Return whether the coach has to comment on the last move; the opponent may have had to pass since. */
export const isCommentDue = ({ node, toComment }) =>
  toComment !== null && (node === toComment || (node.move === "pass" && node.parent === toComment));

/** Return whether it is asked if the last move is taken back. */
export const isAsking = (now) => isLive(now) && isCommentDue(now) && now.comment?.node === now.toComment;

/** Return whether a child has something to see that is said of the last move, about which it was not asked. */
export const isReading = ({ node, comment }) => Boolean(comment?.node === node && isSeen(comment.simple) && !comment.isRead);

/** Return whether there is something to see on the board of what is said to a child. */
export const isSeen = (simple) => Boolean(simple?.squares?.length || simple?.arrows?.length);

/** Return the node after the last move that a person chose in the game that is shown; undefined if there is none. */
export function lastOwn(now) {
  const { human = "", begun = 0 } = shownGame(now) ?? {}, own = lastChosen(now.node, human);
  return own?.ply > begun ? own : undefined;
}

/** Return whether it is the engine's turn. */
export const isEnginesTurn = (now) =>
  !now.isPaused && !isHumansTurn(now) && legalMoves(now.node.position)[0] !== "pass" && !isCommentDue(now);

/** Return the side whose clock runs; the engine's only if it can be reached. */
export function clockSide(now, isConnected) {
  const { position } = now.node, isRunning = isLive(now) && legalMoves(position).length && !isHeld(now) && !isCommentDue(now);
  return isRunning && (isHumansTurn(now) || isConnected) ? position.turn : null;
}

/** Return the fields of a request for the engine's move, which has so many seconds left if it has a clock. */
export function limitsOf({ opponents, seed, near, tempts, node }, left) {
  return {
    ...OPPONENTS[opponents[node.position.turn]],
    seed,
    ...(near && { near: near.split(",").map(Number) }),
    ...(tempts && parts.play?.tempts?.[tempts] && { do: "people.tempt", rating: tempts }),
    ...(left !== null && { seconds: Math.max(left / MOVES_LEFT, 0.05) }),
  };
}

/** Return why a click may not move, an empty text if it may. */
export function refusal(now) {
  const here = shownGame(now);
  if (isAway(now)) return t("This is not the last position of your game.");
  if (here?.outcome && now.node === here.tip) return t("The game is over.");
  if (!isLive(now) || isHumansTurn(now)) return "";
  return t(now.isPaused ? "The engines are paused: “Go on” lets them play." : "It is not your turn.");
}

/** Return whether a move can be noted for one's next turn. */
export const canPlan = (now, move) =>
  isLive(now) && now.thinking !== null && now.human !== "" && !isHumansTurn(now) && now.node.position.squares[squareOf(move)] === "-";

/** Return where moves are taken back to: in a game to before one's own last one; null if there is none. */
export function takenBack(now) {
  const isGame = now.tip && !isBeside(now);
  let node = isGame && now.node !== now.tip ? now.node : now.node.parent;
  while (node && (legalMoves(node.position)[0] === "pass" || (isGame && !isHumansTurn({ ...now, node })))) node = node.parent;
  return node;
}

/** Return what is asked before a game that has ended is played again from a node; null if nothing is. */
export function replayQuestion(now, node) {
  const { outcome, total } = gameOf(rootOf(node), now) ?? NO_GAME;
  const question = total ? "The game is over. Play it again from move {ply} on, without its result and its clock?" : "The game is over. Play it again from move {ply} on, without its result?";
  return outcome && t(question, { ply: countTo(node) + 1 });
}

// -------------------------------- what is said of it

/** Return who plays a colour: you, an engine's player, or where that tells nothing the colour's name. */
export function who(side, { human, opponents }) {
  if (human.length === 1 && human === side) return t("You");
  if (human.length < 2) return t(opponents[side]);
  return sideText(side);
}

/** Return what stands at the discs of both sides, where the game is shown; else null. */
export function names(now) {
  const here = shownGame(now);
  return here && ["X", "O"].map((side) => {
    const colour = sideText(side), player = who(side, here);
    return player === colour ? colour : t("{side}: {who}", { side: colour, who: player });
  });
}

/** Return the players as headers, and how the game ended where its discs do not tell; null for a line without the game. */
export function headersAt(now, node) {
  const root = rootOf(node), here = gameOf(root, now);
  if (!here || !pathTo(node).includes(here.tip)) return null;
  if (root.game && node === lineThrough(root).at(-1)) return null; // the game of a list in which one plays on
  const players = [["Black", who("X", here)], ["White", who("O", here)]].filter(([name, player]) => player !== t(name));
  const result = node === here.tip && here.outcome && resultOf(here.outcome);
  return Object.fromEntries([...players, ["Result", result], ["Date", here.day]].filter(([, value]) => value));
}

/** Return the result of a game that ended before its last move, as files of games have it. */
export function resultOf({ how, winner }) {
  const early = { resigned: "R", time: "T" }[how];
  return early && `${winner === "X" ? "B" : "W"}+${early}`;
}

/** Return a game as fields of a request for mistakes: those of its only person, or of both sides; null without moves. */
export function asMistakes({ tip, human }) {
  if (!tip || !movesTo(tip).length) return null;
  return { ...asFields(tip), ...(human.length === 1 && { side: sideOf({ turn: human }) }) };
}

/** Return the mistakes that can be practised of the game that is shown. */
export const mistakesShown = (now) => asMistakes(shownGame(now) ?? NO_GAME);

/** Return how a game ended, for its only person if it has one. */
export const endText = ({ outcome, human }) => outcomeText(outcome, human.length === 1 ? human : null);

/** Return which move is good, and what it is worth. */
function hintText({ hint: { move, score, exact }, node, ...game }) {
  const why = /^[ah][18]$/.test(move) ? `. ${t("A disc in the corner can never be turned.")}` : "";
  if (isForChildren(game)) return t("Hint: {move}", { move: t(move) }) + why;
  return t(score < 0 ? "Hint: {move} (still {score})" : "Hint: {move} ({score})", { move: t(move), score: scoreText(score, sideOf(node.position), exact) });
}

/** Return what the last move was, if that is to be said: a pass, or the other side's. */
function lastMoveText(now) {
  const { position, move, parent } = now.node, other = opponentOf(position.turn), side = sideText(position.turn), last = sideText(other);
  if (move === "pass") return [t("{side} had to pass.", { side: last })];
  if (!isLive(now) || !move || now.human.includes(other)) return [];
  const played = t("{side} played {move}.", { side: last, move });
  return parent.move === "pass" ? [t("{side} had to pass.", { side }), played] : [played];
}

/** Return whose turn it is, and for what. */
function turnTexts(now) {
  const { position } = now.node, legal = legalMoves(position), side = sideText(position.turn);
  if (isAway(now)) return [refusal(now)];
  if (!legal.length) return [t("The game is over.")];
  if (legal[0] === "pass") return [t("{side} has to pass.", { side })];
  if (!isLive(now)) return [t("{side} to move – choose a square", { side })];
  if (isAsking(now)) return [t(now.comment.simple?.squares?.length === 0 ? "Take it back, and ask for a hint?" : "Take the move back?")];
  if (isHeld(now) || isHumansTurn(now)) return [now.human === position.turn ? t("Your move") : t("{side} to move", { side })];
  return [t("{side} is thinking …", { side }), ...(now.planned ? [t("Planned: {move}", { move: now.planned })] : [])];
}

/** Return what a move of a game lost, as a sentence. */
export function momentText({ side, number, move, pv: [better], ...known }, game) {
  const values = { who: who(side === "black" ? "X" : "O", game), ply: number, move, better, loss: lossText(known) };
  return t("{who}, move {ply}: {move} ({better} was better, −{loss})", values);
}

export function statusText(now) {
  const { node, moment } = now, here = shownGame(now);
  if (now.hint) return hintText(now);
  if (moment?.node === node) return moment.simple ? sentence(moment.simple) : momentText(moment.move, here);
  if (here?.outcome && node === here.tip) return endText(here);
  return [...lastMoveText(now), ...turnTexts(now)].join(" ");
}

/** Return what is known of the move to a node as the coach's comment, perhaps `isSimple`, for a child. */
export function commentOf(node, found, isSimple) {
  return { node, found, simple: isSimple && found.simple, isSimple, isAsked: found.loss >= (isSimple ? CHILDS_TAKE_BACK : TAKE_BACK) };
}

/** Return the comment on one's last move; while it `isAsked` whether to take it back, without the better one. */
export function commentText(now) {
  const { comment } = now;
  if (!comment || comment.node !== lastOwn(now)) return "";
  const { node, found, isSimple, isAsked } = comment, seen = found.simple ? sentence(found.simple) : "";
  if (isSimple) return !seen || seen.includes(found.move) ? seen : `${found.move}: ${seen}`;
  if (isAsked) return `${t("{move} loses {loss} discs.", { move: found.move, loss: lossText(found) })} ${seen}`;
  return explainer().text({ node: node.parent, judged: null, found: { ...found, sentences: found.sentences.slice(0, 2) } });
}

/** Return of each button whether it is `hidden` or `disabled`, and what it says if that changes. */
export function buttonsOf(now) {
  const { node, on, human, tip, isStuck } = now, isOver = !legalMoves(node.position).length;
  const isBare = !node.parent && obfOf(node.position) === START;
  const isWaiting = isLive(now) && (!isHumansTurn(now) || isCommentDue(now)), own = explainer() && lastOwn(now);
  return {
    "coach-asks": { hidden: !isAsking(now) },
    clocks: { hidden: !now.clock || isBeside(now) },
    undo: { disabled: !takenBack(now), hidden: isAsking(now) || isAway(now) },
    "to-game": { hidden: !on || isLive(now) },
    hint: { disabled: isOver || isWaiting, hidden: isAway(now) },
    "ask-own": { disabled: isWaiting, hidden: !own, textContent: own ? t("Was {move} good?", { move: own.move }) : "" },
    ahead: { hidden: isBare },
    resign: { disabled: !on || !human || !movesTo(tip).length, hidden: on && !isLive(now) },
    pause: { hidden: Boolean(human && !isStuck) || !isLive(now), textContent: isHeld(now) ? t("Go on") : t("Pause") },
    "play-on": { hidden: isLive(now) || isOver || (isBare && !on) },
    "practise-played": { hidden: !mistakesShown(now) || !tabs.practise },
  };
}

/** Return what the board shows: a hint or the better move, the bad move, the planned one. */
export function marksOf(now) {
  const { node, hint, moment, comment, planned } = now, better = hint?.move ?? moment?.move?.pv[0];
  const { squares = [], arrows = [] } = [moment, comment].find((told) => told?.node === node)?.simple || {};
  return {
    canMove: !refusal(now),
    planned: planned && squareOf(planned),
    ringed: [better].filter((move) => move && move !== "pass").map(squareOf),
    crossed: moment?.move ? [squareOf(moment.move.move)] : [],
    circled: squares.map(squareOf),
    arrows: arrows.map((arrow) => arrow.map(squareOf)),
  };
}

// -------------------------------- games that are kept

/** Return what is kept of a game besides its tree and its clock. */
export function keptOf({ on, isPaused = false, outcome, total, filed, human, opponents, near = "", tempts = 0, seed, begun = 0, day = "" }) {
  return { on, isPaused, outcome, total, filed, human, opponents, near, tempts, seed, begun, day };
}

/** Return the game as a value that can be kept, with the tree it has come to. */
export function wholeOf(game) {
  const { clock, tip } = game, seconds = clock && { X: clock.left("X"), O: clock.left("O") };
  return { ...keptOf(game), seconds, ...saved(tip), ended: undefined };
}

/** Return the game that this tab kept, as any tab has remembered it; or if it had none, the last one. */
export const lastGame = (own, last) => (own && own.seed !== last?.seed ? own : last && { ...own, ...last });

/** Return whether another tab has played on in the game: `newer` is what that has remembered. */
export function isPlayedOn(game, newer) {
  if (!game.tip || newer?.seed !== game.seed) return false;
  return JSON.stringify([newer.moves, keptOf(newer)]) !== JSON.stringify([movesTo(game.tip), keptOf(game)]);
}

/**
 * Return whether an interrupted game is taken up, into the tree that is shown if `isHere`, as after a reload, and whether it `isShown`
 * at once, as the address names nothing else. Elsewhere it waits; one that is over is forgotten. `place` is what is shown, as `saved`,
 * `isOpen` whether Play is.
 */
export function resumption(old, { tip, seed }, { address, place: { start, tree, moves }, isOpen }) {
  if (!old?.opponents || (tip && seed !== old.seed)) return null;
  const isReload = old.address === address, isNamed = isReload || !address;
  if (old.outcome && !(isOpen && isNamed)) return null;
  const isPartOfIt = isOpen && start === old.start && tree === moves.join("") && moves.every((move, ply) => move === old.moves[ply]);
  return { isHere: isReload ? !old.isBeside : isPartOfIt, isShown: isOpen && !address };
}
