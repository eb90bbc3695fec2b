// Games from texts and files, their analysis, and what they are called.

import { ask } from "./connection.js";
import { keep, kept } from "./kept.js";
import { positionOf } from "./rules.js";
import { makeStore } from "./store.js";
import { tabs } from "./tabs.js";
import { badMoveText, t } from "./texts.js";
import { asFields, countTo, movesTo, shown } from "./tree.js";
import { resultText, sideText, statedResult } from "./words.js";

const GAMES_FILE = /\.wtb(\.gz)?$/i;
const NAME_FILES = { players: /\.jou(\.gz)?$/i, tournaments: /\.trn(\.gz)?$/i };
const OTHER_CHARSET = /C[a-z]*A[a-z]*\s*\[\s*(?!utf-?8)/i; // as SGF declares it
const MOST_TOLD = 5; // faults that are told one by one
const MOST_ANSWERS = 20; // analyses that outlive a reload of the page

/** The files that the games of the list are from, and WTHOR's names; and the latest analyses, so that no game is analysed twice. */
const sources = makeStore({ files: [], names: {}, answers: kept("answers") ?? {} }).state;

// -------------------------------- reading

export async function base64Of(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let characters = "";
  for (const byte of bytes) characters += String.fromCharCode(byte);
  return btoa(characters);
}

/** Return a request for the games of a file: bytes of WTHOR's, packed ones and texts that are not, or say that they are not, UTF-8; else text, which is smaller. */
export async function requestFor(file) {
  const { name } = file, isBinary = GAMES_FILE.test(name), text = isBinary ? "" : await file.text();
  if (!isBinary && !text.includes("\uFFFD") && !OTHER_CHARSET.test(text)) return { do: "games.text", name, text };
  return { do: "games.file", name, file: await base64Of(file), ...(isBinary && sources.names) };
}

/**
 * Return what a request for games answers, of all files together: the `games`, the `faults`, results that are in `doubts`,
 * what was `left_out`, and the lines of `words` among the faults. WTHOR's names hold for the games that come with them, came
 * before, or come later.
 */
export async function readFiles(given) {
  const fieldOf = ({ name }) => Object.keys(NAME_FILES).find((field) => NAME_FILES[field].test(name));
  for (const file of given.filter(fieldOf)) sources.names[fieldOf(file)] = await base64Of(file);
  const others = given.filter((file) => !fieldOf(file));
  if (others.length) sources.files = others;
  if (!sources.files.length) throw new Error(t("These files have only names: open the games (.wtb) as well."));
  const all = { games: [], faults: [], doubts: [], left_out: [], words: {}, bad_moves: {}, more_faults: 0, more_doubts: 0 };
  for (const file of sources.files) {
    try {
      const found = await ask(await requestFor(file));
      for (const name of ["words", "bad_moves"]) Object.assign(all[name], found[name]);
      for (const name of ["games", "faults", "doubts", "left_out"]) all[name].push(...found[name]);
      for (const name of ["more_faults", "more_doubts"]) all[name] += found[name] ?? 0;
    } catch ({ message }) {
      all.faults.push(message.includes(file.name) ? message : `${file.name}: ${message}`);
    }
  }
  if (!all.games.length) throw new Error(few(all.faults).join("\n"));
  return { ...all, left_out: [...new Set(all.left_out)] };
}

/** Return the first of some texts, and how many others there are with the `more` that are not among them. */
function few(texts, more = 0) {
  const count = Math.max(texts.length - MOST_TOLD, 0) + more;
  return count ? [...texts.slice(0, MOST_TOLD), t("and {count} more", { count })] : texts;
}

/** Return a fault of a text or of a file; one whose bad move is known in the reader's words. */
function faultText(fault, badMove) {
  if (!badMove) return fault;
  const [place] = fault.split(": column");
  return `${place.replace(/^text:(\d+)$/, (_, line) => t("Line {line}", { line }))}: ${badMoveText(badMove)}`;
}

/** Return what is to be said of games that were read: what cannot be, what is doubtful, and what was left out. */
export function readingText({ faults, doubts, left_out: left, words = {}, bad_moves: badMoves = {}, more_faults: more, more_doubts: moreDoubts }) {
  const unread = faults.filter((fault) => !(fault in words)), lines = unread.length ? [t("Some of it cannot be read:"), ...few(unread.map((fault) => faultText(fault, badMoves[fault])), more)] : [];
  if (doubts.length) lines.push(t("Please check:"), ...few(doubts, moreDoubts));
  if (unread.length < faults.length) lines.push(t("Lines without moves, left out: {lines} (names stand on lines such as Black: Ann)", { lines: few(Object.values(words), unread.length ? 0 : more).join(", ") }));
  if (left.length) lines.push(t("Left out: {what}", { what: left.map((what) => t(what)).join(", ") }));
  return lines.join("\n");
}

// -------------------------------- analysed

const keyOf = (tip) => Object.values(asFields(tip)).join(" ");

/** Return the analysis of the game that ends at a node, if it is one of the latest. */
export const answered = (tip) => sources.answers[keyOf(tip)];

/** Ask for the analysis of the game that ends at a node; `tell` gets functions that return how far it is. */
export function analyse(tip, tell) {
  const count = countTo(tip);
  const asked = ask({ do: "analyse", book: true, ...asFields(tip) }, ({ done }) => tell(() => t("Analysed {done} of {of} moves", { done: Math.min(done, count), of: count })));
  asked.then((found) => {
    sources.answers = Object.fromEntries([...Object.entries(sources.answers), [keyOf(tip), found]].slice(-MOST_ANSWERS));
    keep("answers", sources.answers);
  }, () => {});
  return asked;
}

// -------------------------------- what a game is called

/** Return the players of a game, or the colours where they are not known. */
export const namesIn = (game) => [game?.headers.Black || t("Black"), game?.headers.White || t("White")];

/** Return the headers of a game for a line of its tree, which ends at `node`: the result is not that of another line. */
export function headersAt(node, game) {
  const { Result, ...others } = game?.headers ?? {};
  return Result && movesTo(node).join("") === game.moves ? { ...others, Result } : others;
}

/** Return what is known of the game that ends at a node: players, a result, and more of one that was opened. */
export const knownHeaders = (node) => tabs.play.headersAt(node) ?? headersAt(node, shown.root.opened);

/** Return what a game states as its result, in parentheses, if its moves say another one. */
export function statedText({ doubt, headers, result }) {
  const isOther = doubt && resultText(headers.Result) !== resultText(result);
  return isOther ? t("(stated: {result})", { result: statedResult(headers.Result) }) : "";
}

/** Return what is known of a game: players and result, or of a position the side to move; event, date. */
export function textsOf(game) {
  const side = sideText(positionOf(game.start).turn);
  const title = game.moves ? [namesIn(game).join(" – "), resultText(game.result), statedText(game)].filter(Boolean).join(" ") : t("{side} to move", { side });
  return [title, ...["Event", "Place", "Date"].map((name) => game.headers[name])].filter(Boolean);
}

/** Return a text as it is compared: without accents and capital letters. */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Return the numbers of the games, given as texts, in which all words of a text are found. */
export function matchesOf(games, text) {
  const searched = games.map(plain), wanted = plain(text).split(/\s+/);
  return [...games.keys()].filter((number) => wanted.every((word) => searched[number].includes(word)));
}
