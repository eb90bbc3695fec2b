// The engine in a Web Worker, for a page without a server: see engine.js. A bar shows how far it is
// loaded. A worker that died, or whose download was interrupted, is started again.

import { element } from "./elements.js";
import { onTranslate, t } from "./texts.js";

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
    worker.addEventListener("message", ({ data: { answer, loaded, of, isReady, failed } }) => {
      if (answer) received(answer);
      else if (of) showLoading(loaded, of);
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
    hideLoading();
    opened();
    keepForOffline();
  }

  function fail(why) {
    if (timer !== null) return; // one failure may be told more than once
    worker.terminate();
    hideLoading();
    if (why === "died" && ++n_deaths === MOST_DEATHS) {
      lost("The engine cannot be started in this browser. Loading the page again may help.");
      return;
    }
    lost(why === "download" ? "The download of the engine was interrupted. Trying again …" : "The engine has stopped. Starting it again …", isOpen);
    timer = setTimeout(start, isOpen ? 0 : RETRY);
    isOpen = false;
  }

  if (!globalThis.WebAssembly?.validate(TYPE_OF_SIMD)) {
    lost("The engine cannot be started: this browser has no WebAssembly with SIMD, or it is switched off. Browsers from 2023 on have it.");
    return () => {};
  }
  addEventListener("online", () => timer !== null && start());
  start();
  return (message) => worker.postMessage(message);
}

/** Let the service worker keep the page; the engine's worker has kept the engine. */
function keepForOffline() {
  navigator.serviceWorker?.register("service.js").catch(() => {}); // without it the page needs the network
}

// -------------------------------- the bar

let bar = null, says = () => {};

function showLoading(loaded, of) {
  if (!bar) {
    const text = element("span"), progress = element("progress", "", { max: of });
    bar = element("label", "", { id: "loading" });
    bar.append(text, " ", progress);
    document.querySelector("main").before(bar);
    says = () => { text.textContent = t("Loading the engine: {loaded} of {of} MB", { loaded: (progress.value / MB).toFixed(1), of: (of / MB).toFixed(1) }); };
  }
  bar.querySelector("progress").value = loaded;
  says();
}

function hideLoading() {
  bar?.remove();
  bar = null;
  says = () => {};
}

onTranslate(() => says());
