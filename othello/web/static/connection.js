// Requests to the server over one WebSocket, which is opened again when it was lost.

const PATH = "api/v1/socket";
const RETRY = 1000;

const waiting = new Map();
let socket = null, number = 0, unsent = [];
let tell = () => {};

/** Call `listener` with true when the server can be reached, and with false when it cannot. */
export function onConnection(listener) {
  tell = listener;
}

function connect() {
  const address = new URL(PATH, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.hash = "";
  socket = new WebSocket(address);
  socket.addEventListener("open", () => {
    tell(true);
    for (const message of unsent.splice(0)) socket.send(message);
  });
  socket.addEventListener("message", (event) => receive(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    tell(false);
    unsent = [];
    for (const request of waiting.values()) request.reject(new Error("connection lost"));
    waiting.clear();
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
  if (error) request.reject(new Error(error.message));
  else request.resolve(result);
}

function send(message) {
  if (!socket) connect();
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  else unsent.push(JSON.stringify(message));
}

/**
 * Send a request. Return a promise of its result, which has a method `cancel`. `onInfo` gets what comes
 * before. After `cancel` nothing comes any more, and the promise stays open.
 */
export function ask(request, onInfo = () => {}) {
  const id = ++number;
  const answer = new Promise((resolve, reject) => waiting.set(id, { onInfo, resolve, reject }));
  send({ id, ...request });
  answer.cancel = () => {
    if (waiting.delete(id)) send({ id: ++number, do: "cancel", target: id });
  };
  return answer;
}
