// Requests to the engine: over a WebSocket to the server, or to a Web Worker where the page has no server. When the
// engine was lost and is there again, what has no answer yet is asked for again, but nothing of which it seems to die.

import { makeStore } from "./store.js";
import { failureText, t } from "./texts.js";
import { openWorker } from "./worker.js";

const MOST_BYTES = 1 << 20; // of a message, as the engine has it
const MOST_DEATHS = 2; // before an answer
const PATH = "api/v2/socket";
const RETRY = 1000; // milliseconds until a lost socket is opened again

/** The requests that are `waiting` for an answer; `post` sends a message, `number` is that of the last request, `tell` the listener. */
const { state } = makeStore({ waiting: new Map(), post: null, isOpen: false, number: 0, tell: () => {} }), { waiting } = state;

/** Call `listener`, before anything is asked, with true when the engine can be reached; with false when it cannot, and the reason. */
export const onConnection = (listener) => { state.tell = listener; };

/** Return whether the server, which may be a newer one, has the scripts of this page. */
export async function isCurrent() {
  const page = await fetch("./");
  return !page.ok || (await page.text()).includes(document.scripts[0].getAttribute("src"));
}

/** Return whether the engine can be reached. */
export const isConnected = () => state.isOpen;

function connect() {
  const open = document.documentElement.dataset.engine === "worker" ? openWorker : openSocket;
  state.post = open({
    opened() {
      state.isOpen = true;
      state.tell(true);
      for (const [id, { message, deaths }] of waiting) {
        if (deaths < MOST_DEATHS) state.post(message);
        else receive({ id, error: { message: t("The engine has a fault.") } });
      }
    },
    received: (text) => receive(JSON.parse(text)),
    lost(why, hasDied = false) {
      state.isOpen = false;
      for (const request of waiting.values()) request.deaths += hasDied;
      state.tell(false, why);
    },
  });
}

function receive({ id, info, result, error }) {
  const request = waiting.get(id);
  if (!request || error?.code === "cancelled") return; // then the server ends: the next one is asked
  if (info) return request.onInfo(info);
  waiting.delete(id);
  if (error) request.reject(Object.assign(new Error(failureText(error)), { known: error }));
  else request.resolve(result);
}

function send(message) {
  if (!state.post) connect();
  if (state.isOpen) state.post(message);
}

/** Send a request. Return a promise of its result; after its method `cancel` it stays open, and nothing comes. `onInfo` gets what comes before. */
export function ask(request, onInfo = () => {}) {
  const id = ++state.number, message = JSON.stringify({ id, ...request });
  const answer = new Promise((resolve, reject) => {
    if (new Blob([message]).size > MOST_BYTES) reject(new Error(t("This is too large: at most 1 MB can be read.")));
    else waiting.set(id, { message, deaths: 0, onInfo, resolve, reject });
  });
  if (waiting.has(id)) send(message);
  answer.cancel = () => {
    if (waiting.delete(id)) send(JSON.stringify({ id: ++state.number, do: "cancel", target: id }));
  };
  return answer;
}

/** Return a function that asks as `ask` does, in place of what it asked before; without a request it only cancels that. */
export function makeAsker() {
  let last = null;
  return (request = null, onInfo = () => {}) => {
    last?.cancel();
    last = request && ask(request, onInfo);
    return last;
  };
}

/** Open a WebSocket to the server of the page. Its events are told to `opened`, `received` and `lost`. Return a function that sends a message. */
function openSocket({ opened, received, lost }) {
  let socket;

  function connect() {
    socket = new WebSocket(new URL(PATH, location.href.replace(/^http/, "ws")));
    socket.addEventListener("open", opened);
    socket.addEventListener("message", (event) => received(event.data));
    socket.addEventListener("close", () => {
      lost("The engine cannot be reached. Trying again …");
      setTimeout(connect, RETRY);
    });
  }

  connect();
  return (message) => socket.send(message);
}
