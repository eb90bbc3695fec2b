"""Answers of the engine that a test sees before the page does: to lose them, or hold them back."""

from support.served_page import OpenPage, ServedPage

WATCHED = """
window.onAnswer = (pass) => pass();
window.held = [];
window.WebSocket = class extends WebSocket {
  addEventListener(kind, act) {
    super.addEventListener(kind, kind !== "message" ? act : (event) => {
      window.onAnswer((data = event.data) => act({ data }), event.data, this);
    });
  }
};
"""
"""Lets a test look at each answer before the page does: it passes it on, later, or another one."""

LOSE = """(part) => {
  window.onAnswer = (pass, text, socket) => {
    if (!text.includes(part)) pass();
    else {
      window.onAnswer = (pass) => pass();
      socket.close();
    }
  };
}"""
"""Loses the connection in place of the next answer that has this part."""

FAIL = """(part) => {
  window.onAnswer = (pass, text) => {
    const { id } = JSON.parse(text);
    if (!text.includes(part)) pass();
    else pass(JSON.stringify({ id, error: { message: "out of memory", code: "no_memory" } }));
  };
}"""
"""Makes errors of all answers that have this part."""

HOLD = """(part) => {
  window.onAnswer = (pass, text) => {
    if (text.includes(part)) window.held.push(pass);
    else pass();
  };
}"""
"""Holds back the answers that have this part, until `GIVE`."""

GIVE = """() => {
  window.onAnswer = (pass) => pass();
  for (const pass of window.held.splice(0)) pass();
}"""

PASS = "() => { window.onAnswer = (pass) => pass(); }"


def watched_page(open_page: OpenPage) -> ServedPage:
    """Return a page whose answers a test may hold back."""
    opened = open_page()
    opened.add_init_script(WATCHED)
    return opened


def wait_for_held(page: ServedPage) -> None:
    page.wait_for_function("() => window.held.length")
