// Files of games that are added to the bases of the user's own folder: sent in parts, then read by the server.

import { ask } from "./connection.js";
import { base64Of } from "./games.js";
import { t } from "./texts.js";

const PART = 1 << 19; // bytes of a file in one request

const batch = `${Math.random()}`; // not another tab's

/** Return a file's name as a server on any system takes it. */
const nameOf = ({ name }) => name.slice(-200).replace(/^\.|[\\:\x00-\x1f]/g, "_");

async function send(file, note) {
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

/** Let files be games of a base; `note` gets functions that tell how far that is. Return the server's answer. */
export async function addFiles(files, note) {
  for (const file of files) await send(file, note);
  const request = ask({ do: "bases.add", batch, files: files.map(nameOf) }, ({ file, games }) => {
    note(() => t("Reading {file}; games so far: {count}", { file, count: games }));
  });
  return request.catch(({ message }) => { throw new Error(inLines(message, files)); });
}
