// Clocks: of both sides of a game, or one alone.

import { t } from "./texts.js";

const TICK = 200;

/** Clocks with `seconds` for "X" and "O", or one of another name, shown in `holder`; `fell` gets the side whose time is over. */
export class Clock {
  constructor(seconds, holder, fell) {
    Object.assign(this, { seconds: { ...seconds }, holder, fell });
  }

  /** Let the clock of one side run; null stops all. */
  run(side) {
    this.settle();
    this.side = side;
    clearTimeout(this.timer);
    if (side) this.timer = setTimeout(() => this.tick(), TICK);
    this.show();
  }

  /** Return the seconds that a side has left. */
  left(side) {
    this.settle();
    return this.seconds[side];
  }

  settle() {
    const now = performance.now();
    if (this.side) this.seconds[this.side] = Math.max(this.seconds[this.side] - (now - this.since) / 1000, 0);
    this.since = now;
  }

  tick() {
    const { side } = this, isOver = this.left(side) === 0;
    this.run(isOver ? null : side);
    if (isOver) this.fell(side);
  }

  show() {
    const text = (side) => {
      const left = Math.ceil(this.seconds[side]);
      return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    };
    const names = { X: t("Black"), O: t("White") };
    const shown = Object.keys(this.seconds).map((side) => `${names[side] ?? t("Time left:")} ${text(side)}`).join(" · ");
    if (this.holder.textContent !== shown) this.holder.textContent = shown;
  }
}
