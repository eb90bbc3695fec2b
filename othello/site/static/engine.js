// The engine in a Web Worker, for a page without a server: Python in WebAssembly (Pyodide) with this project's
// package, which answers the same messages as a server, at first without its weights. The page is told of more bytes {more, of}, {isReady},
// {answer} with an answer, or {failed}: "download" or "died".

import "./files.js";
import { loadPyodide } from "./engine/pyodide.mjs";

const { engine: FILES, lock: LOCK } = self.SITE;
const KEPT = `othello-engine ${new URL(".", self.location.href).pathname}`; // in the browser's storage; service.js leaves it there
const network = self.fetch.bind(self);
const FOLDER = "/home/othello";
const WEIGHTS = "weights.bin";

const START = `
import lzma, sys, tarfile
tarfile.open("${FOLDER}.tar.xz").extractall("${FOLDER}", filter="data")
sys.path.insert(0, "${FOLDER}")
from othello.site.messages import open_session

def begin(send, packed):
    async def take():
        contents = lzma.decompress((await packed).to_bytes())
        with open("${FOLDER}/othello/data/${WEIGHTS}", "wb") as file:
            file.write(contents)
    return open_session(send, take())

begin
`;

const kept = await self.caches?.open(KEPT).catch(() => null); // none where the page is not secure
const of = FILES.reduce((sum, { size }) => sum + size, 0);

/** Return the bytes of a file: as kept, or from the network, and then they are kept. */
async function bytesOf({ name, address, size }) {
  const before = await kept?.match(address);
  if (before) {
    const bytes = await before.arrayBuffer();
    postMessage({ more: size, of });
    return bytes;
  }
  const answer = await network(address);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const count = (part, onwards) => {
    postMessage({ more: part.length, of });
    onwards.enqueue(part);
  };
  const bytes = await new Response(answer.body.pipeThrough(new TransformStream({ transform: count }))).arrayBuffer();
  if (bytes.byteLength !== size) throw new Error(`${name}: ${bytes.byteLength} bytes instead of ${size}`);
  await kept?.put(address, new Response(bytes)).catch(() => {}); // there may be no room
  return bytes;
}

/** Return promises of all files by their names, those that end in .gz unpacked. They come in their order, as what is first is needed first. */
function loadFiles() {
  let before = null;
  return Object.fromEntries(FILES.map((file) => {
    const { name } = file, bytes = (async (former) => { await former; return bytesOf(file); })(before);
    before = bytes;
    return name.endsWith(".gz") ? [name.slice(0, -3), bytes.then(unpacked)] : [name, bytes];
  }));
}

const unpacked = (bytes) => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

/** Forget the files of an older site. */
async function forgetOthers() {
  const wanted = new Set(FILES.map(({ address }) => new URL(address, self.location.href).href));
  for (const { url } of (await kept?.keys()) ?? []) if (!wanted.has(url)) await kept.delete(url);
}

/** Let Pyodide fetch its files from those that are loaded. */
function answerFetches(files) {
  self.fetch = (address, ...options) => {
    const bytes = files[new URL(address, self.location.href).pathname.split("/").pop()];
    return bytes?.then((all) => new Response(all, { headers: { "Content-Type": "application/wasm" } })) ?? network(address, ...options);
  };
}

async function start() {
  const files = loadFiles();
  Promise.all(Object.values(files)).then(forgetOthers, () => postMessage({ failed: "download" }));
  try {
    answerFetches(files);
    const script = URL.createObjectURL(new Blob([await files["pyodide.asm.mjs"]], { type: "text/javascript" }));
    const { default: createPyodideModule } = await import(script);
    const python = await loadPyodide({ createPyodideModule, indexURL: new URL("engine/", self.location.href).href, lockFileContents: LOCK, packageBaseUrl: "./" });
    python.FS.writeFile(`${FOLDER}.tar.xz`, new Uint8Array(await files["othello.tar.xz"]));
    const begin = await python.runPythonAsync(START), take = begin((answer) => postMessage({ answer }), files[`${WEIGHTS}.xz`]);
    self.addEventListener("message", ({ data }) => take(data)); // the page hears of an error
    postMessage({ isReady: true }); // the page sends nothing before
  } catch (error) {
    console.error(error);
    postMessage({ failed: "died" });
  }
}

start();
