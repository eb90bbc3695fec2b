// What is known of the games of a base.

import { countText, rowsOf } from "#page/played.js";
import { table } from "./support.js";

table("how many games were found", countText, [
  [[{ count: 1, unknown: [] }], "1 game"],
  [[{ count: 0, unknown: [{ condition: "player", asked: "Ann", known: ["Anna", "Anne"] }] }], "0 games · No player is called Ann. · Did you mean: Anna, Anne?"],
  [[{ count: 0, unknown: [{ condition: "year", asked: "1900", known: ["1980"] }] }], "0 games · No game is from 1900. · The years there are: 1980"],
  [[{ count: 0, unknown: [{ condition: "player", asked: "Ann", known: [] }] }], "0 games · No player is called Ann."],
]);

const base = [{ move: "c4", games: 3 }, { move: "d3", games: 1 }];

table("the moves of games come first, behind them what people play besides", rowsOf, [
  [[base, []], [{ move: "c4", games: 3, percent: undefined }, { move: "d3", games: 1, percent: undefined }]],
  [[base, [{ move: "e6", percent: 60 }, { move: "c4", percent: 39.5 }, { move: "a1", percent: .5 }]],
    [{ move: "c4", games: 3, percent: 39.5 }, { move: "d3", games: 1, percent: undefined }, { move: "e6", percent: 60 }]],
  [[[], [{ move: "e6", percent: 60 }]], [{ move: "e6", percent: 60 }]],
]);
