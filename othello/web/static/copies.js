// The game or the position, copied as text or saved as a picture.

import { linkNow } from "./address.js";
import { ask, isConnected } from "./connection.js";
import { byId, element } from "./elements.js";
import { printSheet } from "./sheet.js";
import { fail } from "./shell.js";
import { t } from "./texts.js";
import { START, asFields, lineThrough, shown } from "./tree.js";

const TEXTS = { moves: "Moves", ggf: "GGF", sgf: "SGF", obf: "OBF", fen: "FEN" };
const GAMES = ["moves", "ggf", "sgf"]; // forms that hold a game; the others hold a position
const PIXELS = 720;
const KEPT_FOR = 60_000; // milliseconds in which a busy browser must have begun to save a picture

/** Add the buttons. `headersAt` returns what is known of the game that ends at a node, such as its players. */
export function makeCopies(holder, headersAt) {
  const formatted = (form) => formatOf(form, headersAt), copy = (form) => copyAs(form, formatted);
  const add = (text, act) => holder.append(element("button", t(text), { "data-t": text }, () => act().catch(fail)));
  for (const [form, name] of Object.entries(TEXTS)) add(name, () => copy(form));
  add("Link", async () => showCopied(linkNow()));
  holder.append(element("span", t("Save a picture:"), { "data-t": "Save a picture:", class: "muted" }));
  add("SVG", async () => save(new Blob([(await formatted("svg")).text], { type: "image/svg+xml" }), "board.svg"));
  add("PNG", async () => save(await painted((await formatted("svg")).text), "board.png"));
  add("Print", async () => printSheet());
}

/** Return the node at which the game ends whose list of moves is shown. */
const lastNode = () => lineThrough(shown.node).at(-1);

/** Return the game, or the position that is shown, in another form: its `text`, and what is in `doubts` of it. */
async function formatOf(form, headersAt) {
  hideCopied();
  if (!isConnected()) byId("copy-note").textContent = t("The engine cannot be reached. Trying again …");
  const node = GAMES.includes(form) ? lastNode() : shown.node;
  return ask({ do: "format", ...asFields(node), headers: headersAt(node), form });
}

/** Copy the game or the position. Moves from a position that was set up are copied with it, in a form that has both. */
async function copyAs(form, formatted) {
  const { start, moves } = asFields(lastNode()), other = moves ? "ggf" : "obf";
  const isWhole = form !== "moves" || (start === START && moves);
  const { text, doubts } = await formatted(isWhole ? form : other);
  await showCopied(text);
  byId("copy-note").prepend(...doubts.map((doubt) => `${t("Please check:")} ${doubt}. `));
  if (isWhole) return;
  const why = moves ? t("The moves alone do not say where they begin.") : t("No moves");
  byId("copy-note").prepend(`${why} → ${TEXTS[other]}. `);
}

/** Copy a text, and show it: where copying is not allowed, it can be taken from there. */
async function showCopied(text) {
  const field = byId("copied");
  field.hidden = false;
  field.value = text;
  field.select();
  const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  byId("copy-note").textContent = isCopied ? t("Copied:") : t("Take it from here:");
}

/** Take away what was copied, once something else is on the board. */
export function hideCopied() {
  byId("copied").hidden = true;
  byId("copy-note").textContent = "";
}

function save(blob, name) {
  const link = element("a", "", { href: URL.createObjectURL(blob), download: name });
  link.click();
  byId("copy-note").textContent = t("Saved: {name}", { name });
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_FOR);
}

async function painted(svg) {
  const picture = new Image(PIXELS, PIXELS);
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    picture.src = address;
    await picture.decode();
    const canvas = element("canvas", "", { width: PIXELS, height: PIXELS });
    canvas.getContext("2d").drawImage(picture, 0, 0, PIXELS, PIXELS);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
