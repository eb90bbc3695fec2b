// Practise: the tab with its kinds of exercises, and who practises. What they have in common is in rounds.js.

import { drillRound, makeDrills } from "./drills.js";
import { endgameRound, makeEndgames } from "./endgames.js";
import { makeMistakes, mistakesRound, offerMistakes, practiseGames } from "./mistakes.js";
import { keepGame, makePerson, offerPersons } from "./person.js";
import { makePuzzles, offerKinds, puzzleRound, readAddress, runRound } from "./puzzles.js";
import { changed, choose, enter, makeRounds, marks, retry, runClock, whyNot } from "./rounds.js";
import { fail } from "./shell.js";

export const practise = {
  begin() {
    for (const make of [makeRounds, makePuzzles, makeMistakes, makeEndgames, makeDrills, makePerson]) make();
  },
  changed,
  enter() {
    offerKinds().catch(fail);
    offerMistakes();
    offerPersons();
    enter();
  },
  leave: () => runClock(false),
  choose,
  marks,
  refusal: whyNot,
  plan: retry,
  setsUp: true,
  aliases: ["puzzle"],
  addressOf: ({ puzzle }) => (puzzle ? `puzzle/${puzzle}` : "practise"), // other exercises have none
  readAddress,
  mistakesOf: practiseGames,
  keepGame,
  kinds: { drill: drillRound, endgames: endgameRound, mistakes: mistakesRound, puzzles: puzzleRound, run: runRound }, // of rounds
};
