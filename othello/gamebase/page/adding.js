// Files of games that are added to the bases of the user's own folder: sent in parts, then read by the server.

import { ask } from "./connection.js";
import { hasFiles, takeFiles } from "./drops.js";
import { byId, sayIn } from "./elements.js";
import { base64Of, readingText } from "./games.js";
import { say } from "./shell.js";
import { makeStore } from "./store.js";
import { t } from "./texts.js";

const PART = 1 << 19; // bytes of a file in one request

const batch = `${Math.random()}`; // not another tab's

/** Return a file's name as a server on any system takes it. */
const nameOf = ({ name }) => name.slice(-200).replace(/^\.|[\\:\x00-\x1f]/g, "_");

/** The `folder` in which the server puts games, null if it takes none; how far the adding is. */
const adding = makeStore({ folder: null, progress: () => "" });

export const offerAdding = (folder) => adding.set({ folder });

const note = (progress) => adding.set({ progress });

function draw({ folder, progress }) {
  byId("adding").hidden = folder === null;
  byId("adding-folder").textContent = folder === null ? "" : t("They are kept in {folder}", { folder });
  sayIn("adding-note", progress());
}

async function send(file) {
  const name = nameOf(file);
  for (let at = 0; at === 0 || at < file.size; at += PART) {
    note(() => t("Sending {file}: {percent} %", { file: name, percent: Math.floor((100 * at) / (file.size || 1)) }));
    await ask({ do: "bases.upload", batch, name, at, part: await base64Of(file.slice(at, at + PART)) });
  }
}

/** Write each fault of an error, which begins with its file's name, on a line of its own. */
function inLines(message, files) {
  const lines = files.map(nameOf).reduce((text, name) => text.replaceAll(`; ${name}:`, `\n${name}:`), message);
  return lines.replace(/; and (\d+) more/, (whole, count) => `\n${t("and {count} more", { count })}`);
}

async function add(files) {
  for (const file of files) await send(file);
  return ask({ do: "bases.add", batch, files: files.map(nameOf) }, ({ file, games }) => {
    note(() => t("Reading {file}; games so far: {count}", { file, count: games }));
  });
}

/** Make files that are dropped in the tab, or opened, games of a base; `onAdded` gets the answer. */
export function makeAdding(onAdded) {
  adding.draw = draw;
  takeFiles("add-files", byId("explore"), (event) => adding.state.folder !== null && hasFiles(event), async (files) => {
    try {
      const found = await add(files);
      note(() => t("Games added: {added}. There already: {known}.", found));
      say(readingText(found));
      onAdded(found);
    } catch ({ message }) {
      note(() => "");
      say(inLines(message, files));
    }
  });
}
