// A WebSocket to the server of the page. When it was lost it is opened again.

const PATH = "api/v2/socket";
const RETRY = 1000;

/** Open it. Its events are told to `opened`, `received` and `lost`. Return a function that sends a message. */
export function openSocket({ opened, received, lost }) {
  let socket;

  function connect() {
    const address = new URL(PATH, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    socket = new WebSocket(address);
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
