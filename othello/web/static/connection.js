// Requests to the server over one WebSocket. When it was lost it is opened again, and what has no
// answer yet is asked for again.

import { failureText, t } from "./texts.js";

const PATH = "api/v1/socket";
const RETRY = 1000;
const MOST_BYTES = 1 << 20; // of a message, as the server has it

const waiting = new Map();
let socket = null, number = 0;
let tell = () => {};

/** Call `listener` with true when the server can be reached, and with false when it cannot. */
export function onConnection(listener) {
  tell = listener;
}

/** Return whether the server can be reached. */
export function isConnected() {
  return socket?.readyState === WebSocket.OPEN;
}

function connect() {
  const address = new URL(PATH, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.hash = "";
  socket = new WebSocket(address);
  socket.addEventListener("open", () => {
    tell(true);
    for (const { message } of waiting.values()) socket.send(message);
  });
  socket.addEventListener("message", (event) => receive(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    tell(false);
    setTimeout(connect, RETRY);
  });
}

function receive({ id, info, result, error }) {
  const request = waiting.get(id);
  if (!request) return;
  if (info) {
    request.onInfo(info);
    return;
  }
  waiting.delete(id);
  if (error) request.reject(new Error(failureText(error)));
  else request.resolve(result);
}

function send(message) {
  if (!socket) connect();
  if (isConnected()) socket.send(message);
}

/**
 * Send a request. Return a promise of its result, which has a method `cancel`. `onInfo` gets what comes
 * before. After `cancel` nothing comes any more, and the promise stays open.
 */
export function ask(request, onInfo = () => {}) {
  const id = ++number, message = JSON.stringify({ id, ...request });
  const answer = new Promise((resolve, reject) => {
    if (new Blob([message]).size > MOST_BYTES) reject(new Error(t("This is too large: at most 1 MB can be read.")));
    else waiting.set(id, { message, onInfo, resolve, reject });
  });
  if (waiting.has(id)) send(message);
  answer.cancel = () => {
    if (waiting.delete(id)) send(JSON.stringify({ id: ++number, do: "cancel", target: id }));
  };
  return answer;
}
