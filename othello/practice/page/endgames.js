// Won endgames: the person plays the side that wins, to the end of the game; every reply is perfect.

import { ask } from "./connection.js";
import { byId, element, on } from "./elements.js";
import { explanationLines, explanationText } from "./explanation.js";
import { FINISHED, answerText, leadsToText, lineAfter, repliesText } from "./exercise.js";
import { checkNumbers, rememberChosen } from "./kept.js";
import { named } from "./person.js";
import { emptiesIn, obfOf, positionOf } from "./rules.js";
import { startRound } from "./rounds.js";
import { t } from "./texts.js";
import { movesTo, pathTo } from "./tree.js";
import { sideText, turnText } from "./words.js";

export function taskText({ position, score, empties, number }, { parent, position: now }) {
  if (parent) return turnText(now);
  return t("Endgame {number}: {side} wins by {score} with best play. Empty squares: {empties}. You play {side}.", {
    number, side: sideText(positionOf(position).turn), score, empties,
  });
}

/** Return what a move lost, and how the other side went on, which begins with `side`. */
const stepText = ({ move, loss, replies }, side) =>
  `${t(loss ? "{move} loses {loss} discs." : "{move} loses nothing.", { move, loss })} ${repliesText(replies, side)}`.trim();

function resultText({ result, lost }) {
  const discs = Math.abs(result);
  const text = result > 0 ? t("You won by {discs} discs.", { discs }) : result ? t("You lost by {discs} discs.", { discs }) : t("It is a draw.");
  return `${text} ${lost ? t("Your moves lost {lost} discs.", { lost }) : t("You played perfectly.")}`;
}

/** Return what is told of a move, as the engine `found` it, at `node`. */
export function told(found, node) {
  const step = () => stepText(found, node.position.turn), { replies, outcome, over: isOver } = found;
  if (!isOver) return { goesOn: true, replies, verdict: step };
  const { won, first_wrong: wrong } = outcome;
  const from = wrong && pathTo(node).find(({ position }) => obfOf(position) === wrong.position);
  const placeText = () => t("Your first wrong move, with {empties} empty squares:", { empties: emptiesIn(from.position) });
  return {
    right: won,
    replies,
    from,
    best: wrong?.better,
    played: wrong?.move,
    verdict: () => `${step()} ${resultText(outcome)}`,
    said: () => (wrong ? `${placeText()} ${explanationText({ node: from, judged: null, found: wrong })}` : ""),
    lines: () => (wrong ? explanationLines(wrong) : []),
  };
}

/** Return what is told of the answer at `node`. */
const shown = ({ best, score, line }, { position }) => ({
  best,
  verdict: () => answerText(best),
  said: () => leadsToText(position, score),
  lines: () => [lineAfter(best, line)],
});

/** Return a round of endgames without an end. */
export function endgameRound(before) {
  let { all = 0, won = 0, lost = 0 } = before;
  checkNumbers(all, won, lost);
  return {
    async next() {
      const [low, high = low] = byId("endgame-empties").value.split("-").map(Number);
      const { position, score, empties, number } = await ask({ do: "endgame.next", empties: [low, high], ...named() });
      return { position, score, empties, number };
    },
    task: taskText,
    kind: "endgame",
    hint: true,
    fields: ({ position }, act, { node }) => ({ position, moves: movesTo(node).join("") }),
    score: () => (all ? t("Won: {won} of {all}. Discs lost: {lost}.", { won, all, lost }) : ""),
    told(item, found, move, { node }) {
      if (!move) return shown(found, node);
      lost += found.loss;
      return told(found, node);
    },
    answered: (item, isRight) => {
      all++;
      won += isRight;
    },
    saved: ({ item, state }) => ({ round: "endgames", all, won, lost, item: FINISHED.includes(state) ? null : item }),
  };
}

export function makeEndgames() {
  byId("endgame-empties").append(...Array.from({ length: 10 }, (_, more) => element("option", 8 + more)));
  rememberChosen(byId("endgame-empties"));
  on("endgame-new", "click", () => startRound(() => endgameRound({})));
}
