// The engine in a Web Worker, for a page without a server: Python in WebAssembly (Pyodide) with this project's
// package, which answers the same messages as a server. The page is told {loaded, of} in bytes, {isReady},
// {answer} with an answer, or {failed}: "download" or "died".

import "./files.js";
import { loadPyodide } from "./engine/pyodide.mjs";

const { engine: FILES, lock: LOCK } = self.SITE;
const KEPT = `othello-engine ${new URL(".", self.location.href).pathname}`; // in the browser's storage; service.js leaves it there
const FOLDER = "/home/othello";
const WEIGHTS = "weights.bin";

const START = `
import lzma, sys, tarfile
tarfile.open("${FOLDER}.tar.xz").extractall("${FOLDER}", filter="data")
with lzma.open("${WEIGHTS}.xz") as packed, open("${FOLDER}/othello/data/${WEIGHTS}", "wb") as file:
    file.write(packed.read())
sys.path.insert(0, "${FOLDER}")
from othello.site.messages import open_session
open_session
`;

const kept = await self.caches?.open(KEPT).catch(() => null); // none where the page is not secure
const of = FILES.reduce((sum, { size }) => sum + size, 0);
let loaded = 0;

function count(n) {
  loaded += n;
  postMessage({ loaded, of });
}

/** Return the bytes of a file: as kept, or from the network, and then they are kept. */
async function bytesOf({ name, address, size }) {
  const before = await kept?.match(address);
  if (before) {
    const bytes = await before.arrayBuffer();
    count(size);
    return bytes;
  }
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const parts = [];
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    count(value.length);
  }
  const bytes = await new Blob(parts).arrayBuffer();
  if (bytes.byteLength !== size) throw new Error(`${name}: ${bytes.byteLength} bytes instead of ${size}`);
  await kept?.put(address, new Response(bytes)).catch(() => {}); // there may be no room
  return bytes;
}

/** Return all files by their names, those that end in .gz unpacked. */
async function loadFiles() {
  const bytes = await Promise.all(FILES.map(bytesOf));
  await forgetOthers();
  const unpacked = FILES.map(({ name }, i) => {
    if (!name.endsWith(".gz")) return [name, bytes[i]];
    const stream = new Blob([bytes[i]]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer().then((all) => [name.slice(0, -3), all]);
  });
  return Object.fromEntries(await Promise.all(unpacked));
}

/** Forget the files of an older site. */
async function forgetOthers() {
  const wanted = new Set(FILES.map(({ address }) => new URL(address, self.location.href).href));
  for (const { url } of (await kept?.keys()) ?? []) if (!wanted.has(url)) await kept.delete(url);
}

/** Let Pyodide fetch its files from those that are loaded. */
function answerFetches(files) {
  const outside = self.fetch;
  self.fetch = (address, ...options) => {
    const bytes = files[new URL(address, self.location.href).pathname.split("/").pop()];
    if (!bytes) return outside(address, ...options);
    return Promise.resolve(new Response(bytes, { headers: { "Content-Type": "application/wasm" } }));
  };
}

async function start() {
  let files;
  try {
    files = await loadFiles();
  } catch {
    postMessage({ failed: "download" });
    return;
  }
  const waiting = [];
  let receive = (message) => waiting.push(message);
  self.addEventListener("message", ({ data }) => receive(data));
  try {
    answerFetches(files);
    const script = URL.createObjectURL(new Blob([files["pyodide.asm.mjs"]], { type: "text/javascript" }));
    const { default: createPyodideModule } = await import(script);
    const python = await loadPyodide({ createPyodideModule, indexURL: new URL("engine/", self.location.href).href, lockFileContents: LOCK, packageBaseUrl: "./" });
    python.FS.writeFile(`${FOLDER}.tar.xz`, new Uint8Array(files["othello.tar.xz"]));
    python.FS.writeFile(`${WEIGHTS}.xz`, new Uint8Array(files[`${WEIGHTS}.xz`]));
    const open = await python.runPythonAsync(START);
    const take = open((answer) => postMessage({ answer }));
    receive = (message) => {
      try {
        take(message);
      } catch {
        postMessage({ failed: "died" });
      }
    };
  } catch (error) {
    console.error(error);
    postMessage({ failed: "died" });
    return;
  }
  waiting.forEach((message) => receive(message));
  postMessage({ isReady: true });
}

start();
