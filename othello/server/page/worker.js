// The engine in a Web Worker, for a page without a server: see engine.js. A bar shows how far it is
// loaded. A worker that died, or whose download was interrupted, is started again.

import { byId } from "./elements.js";
import { makeStore } from "./store.js";
import { figures, t } from "./texts.js";

const RETRY = 3000;
const MOST_DEATHS = 5; // in a row
const MB = 1 << 20;

// The smallest module of WebAssembly with a type that only SIMD has: a function that returns a v128.
const TYPE_OF_SIMD = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123]);

/** Start the worker. Its events are told to `opened`, `received` and `lost`. Return a function that sends a message. */
export function openWorker({ opened, received, lost }) {
  let worker = null, isOpen = false, n_deaths = 0, timer = null;

  function start() {
    clearTimeout(timer);
    timer = null;
    worker = new Worker("engine.js", { type: "module" });
    loading.set({ loaded: 0, of: 0, isReady: false });
    worker.addEventListener("message", ({ data: { answer, more, of, isReady, failed } }) => {
      if (answer) received(answer);
      else if (of) loading.set({ loaded: loading.state.loaded + more, of });
      else if (isReady) ready();
      else if (failed) fail(failed);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault(); // it is told to the reader
      fail(isOpen ? "died" : "download");
    });
  }

  function ready() {
    isOpen = true;
    n_deaths = 0;
    loading.set({ isReady: true });
    opened();
    // The page is kept by the service worker, as the engine is by its own; without that the page needs the network.
    navigator.serviceWorker?.register("service.js").catch(() => {});
  }

  function fail(why) {
    if (timer !== null) return; // one failure may be told more than once
    worker.terminate();
    loading.set({ of: 0 });
    if (why === "died" && ++n_deaths === MOST_DEATHS) {
      return lost("The engine cannot be started in this browser. Loading the page again may help.");
    }
    lost(why === "download" ? "The download of the engine was interrupted. Trying again …" : "The engine has stopped. Starting it again …", isOpen);
    timer = setTimeout(start, isOpen ? 0 : RETRY);
    isOpen = false;
  }

  if (!globalThis.WebAssembly?.validate(TYPE_OF_SIMD)) {
    lost("The engine cannot be started: this browser has no WebAssembly with SIMD, or it is switched off. Browsers from 2023 on have it.");
    return () => {};
  }
  loading.draw = drawBar;
  addEventListener("online", () => timer !== null && start());
  start();
  return (message) => worker.postMessage(message);
}

/** How many bytes are loaded, and of how many; none `of` when nothing is being loaded. The engine `isReady` before its weights are there. */
const loading = makeStore({ loaded: 0, of: 0, isReady: false });

function drawBar({ loaded, of, isReady }) {
  const inMB = (bytes) => figures((bytes / MB).toFixed(1)), bar = byId("loading");
  bar.hidden = !of || (isReady && loaded === of);
  bar.lastChild.value = loaded / of || 0;
  bar.firstChild.textContent = t("Loading the engine: {loaded} of {of} MB", { loaded: inMB(loaded), of: inMB(of) });
}
