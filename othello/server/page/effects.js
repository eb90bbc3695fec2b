// What is seen and heard when a move is played: its disc is placed, others are turned; a short tone.

import { DISCS, discOn } from "./board.js";
import { setting } from "./settings.js";
import { makeStore } from "./store.js";

const TIME = 240; // milliseconds
const TONES = { X: 330, O: 440 }; // hertz, by who has moved
const [LOUDNESS, SILENCE, SECONDS] = [0.2, 0.001, 0.12];

const audio = makeStore({ context: null }).state; // one for all tones: browsers have few

/** Show how one position came from another, and let it be heard, if it did by one move and that is switched on. */
export function showMove(picture, before, position) {
  const { last, squares } = position;
  const isMove = last !== null && squares.every((content, square) => (content === "-") === (before.squares[square] === "-" && square !== last));
  if (!isMove) return;
  if (setting("motion") && !matchMedia("(prefers-reduced-motion: reduce)").matches) turn(picture, before.squares, squares);
  if (setting("sound")) sound(squares[last]);
}

function turn(picture, before, now) {
  now.forEach((content, square) => {
    const former = before[square];
    if (former === content) return;
    const [from, to] = [former, content].map((each) => DISCS[each]?.[0]), flat = "scaleX(0)";
    const placed = [{ transform: "scale(0.6)" }, { transform: "none" }];
    const middle = [from, to].map((fill) => ({ fill, transform: flat, offset: 0.5 }));
    const turned = [{ fill: from, transform: "none" }, ...middle, { fill: to, transform: "none" }];
    discOn(picture, square).animate(former === "-" ? placed : turned, { duration: TIME, easing: "ease-out" });
  });
}

/** Let a tone be heard, which browsers allow only once somebody has done something on the page. */
function sound(side) {
  if (!navigator.userActivation?.hasBeenActive) return;
  const context = audio.context ??= new AudioContext(), tone = context.createOscillator(), volume = context.createGain(), now = context.currentTime;
  tone.type = "triangle";
  tone.frequency.value = TONES[side];
  volume.gain.setValueAtTime(LOUDNESS, now);
  volume.gain.exponentialRampToValueAtTime(SILENCE, now + SECONDS);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(now + SECONDS);
}
