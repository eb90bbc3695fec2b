// What is known of the games of a base.

import { countText } from "#page/played.js";
import { table } from "./support.js";

table("how many games were found", countText, [
  [[{ count: 1, unknown: [] }], "1 game"],
  [[{ count: 0, unknown: [{ condition: "player", asked: "Ann", known: ["Anna", "Anne"] }] }], "0 games · No player is called Ann. · Did you mean: Anna, Anne?"],
  [[{ count: 0, unknown: [{ condition: "year", asked: "1900", known: ["1980"] }] }], "0 games · No game is from 1900. · The years there are: 1980"],
  [[{ count: 0, unknown: [{ condition: "player", asked: "Ann", known: [] }] }], "0 games · No player is called Ann."],
]);
