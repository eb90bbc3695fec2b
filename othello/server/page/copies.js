// What can be shared: the game or the position as a link, as text, as a picture, on paper.

import { linkNow } from "./address.js";
import { ask, isConnected } from "./connection.js";
import { byId, element, on } from "./elements.js";
import { knownHeaders } from "./games.js";
import { printSheet } from "./sheet.js";
import { fail } from "./shell.js";
import { t } from "./texts.js";
import { START, asFields, lineThrough, shown } from "./tree.js";
import { turnText } from "./words.js";

const PIXELS = 720;
const GREEN = "#2f8a5a"; // the board's, as svg.py draws it

/** Return the forms that hold any game: the menu names those that rooms have. */
const gameForms = () => (byId("copies").dataset.forms || "text").split(" ");

/** Fill the menu: the link, then what is the game, and what is the position. */
export function makeCopies() {
  const made = ([text, act]) => element("button", t(text), { "data-t": text }, () => act().catch(fail));
  const copied = (form) => [`Copy ${form.toUpperCase()}`, () => copyAs(form)];
  const group = (heading, ...entries) => [element("h3", t(heading), { "data-t": heading }), element("div", entries.map(made), { class: "buttons" })];
  byId("copies").append(
    made(["Copy the link", shareLink]),
    ...group("The game", ["Copy the moves", () => copyAs("moves")], ...gameForms().map(copied), ["Print", async () => printSheet()]),
    ...group("The position", copied("obf"), copied("fen"), ["Picture (file)", () => save(painted, "png")], ["SVG (file)", () => save(pictured, "svg")]),
  );
  on("sharing", "toggle", ({ newState }) => (newState === "open" ? fill(linkNow(), linkNote()) : hideCopied()));
}

const linkNote = () => (/^(localhost$|127\.|\[::1\])/.test(location.hostname) ? `${t("This link works on this computer only.")} ` : "");

/** Give the link to another program, where a phone offers that, or copy it. */
async function shareLink() {
  const url = linkNow(), isPhone = matchMedia("(pointer: coarse)").matches && navigator.share;
  if (isPhone) await navigator.share({ title: document.title, url }).catch(() => {}); // who does not want to has done nothing wrong
  else await showCopied(url, linkNote());
}

/** Return the node at which the game ends whose list of moves is shown. */
const lastNode = () => lineThrough(shown.node).at(-1);

/** Return the game or the position that is shown in another form: its `text`, and what is in `doubts` of it. */
async function formatted(form) {
  const node = ["moves", ...gameForms()].includes(form) ? lastNode() : shown.node;
  hideCopied();
  if (!isConnected()) byId("copy-note").textContent = t("The engine cannot be reached. Trying again …");
  return ask({ do: "format", ...asFields(node), headers: knownHeaders(node), form });
}

/** Return the form in which a game is copied, and why it is another one than was asked for: one that has the position from which it begins. */
export function formOf(asked, { start, moves }, games) {
  if (asked !== "moves" || (start === START && moves)) return { form: asked, why: "" };
  if (!moves) return { form: "obf", why: `${t("There are no moves yet: this is the position.")} ` };
  return { form: games[0], why: `${t("The moves alone do not say where they begin.")} → ${games[0].toUpperCase()}. ` };
}

/** Copy the game or the position. */
async function copyAs(asked) {
  const { form, why } = formOf(asked, asFields(lastNode()), gameForms()), { text, doubts } = await formatted(form);
  await showCopied(text, [why, ...doubts.map((doubt) => `${t("Please check:")} ${doubt}. `)].join(""));
}

/** Copy a text, and show it behind a note: where copying is not allowed, it can be taken from there. */
async function showCopied(text, note = "") {
  const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  fill(text, note + (isCopied ? t("Copied:") : t("Take it from here:")));
  byId("copied").select();
}

/** Take away what was copied, once something else is on the board. */
export const hideCopied = () => fill("", "");

const fill = (text, note) => { [byId("copied").value, byId("copy-note").textContent] = [text, note]; };

/** Save a picture, which `made` makes. */
async function save(made, ending) {
  const name = `othello.${ending}`;
  element("a", "", { href: await made(), download: name }).click();
  byId("copy-note").textContent = t("Saved: {name}", { name });
}

/** Return the address of a picture of the position, in the board's colour that is chosen, with what is drawn on it; on its frame stands whose turn it is. */
async function pictured() {
  const felt = getComputedStyle(document.documentElement).getPropertyValue("--felt"), { text } = await formatted("svg");
  const said = `<text x="200" y="394" font-size="12" fill="#cfdcd4">${turnText(shown.node.position)}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(text.replace(GREEN, felt.trim()).replace("</svg>", byId("over").innerHTML + said))}`;
}

/** Return the address of the same picture in pixels. */
async function painted() {
  const picture = new Image(PIXELS, PIXELS), canvas = element("canvas", "", { width: PIXELS, height: PIXELS });
  picture.src = await pictured();
  await picture.decode();
  canvas.getContext("2d").drawImage(picture, 0, 0, PIXELS, PIXELS);
  return canvas.toDataURL();
}
