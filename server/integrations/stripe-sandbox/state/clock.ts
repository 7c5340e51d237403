/** The sandbox's clock, in Unix seconds: the machine's, moved ahead by an offset. */
export class Clock {
  #offset: number;
  #held: number | null = null;

  constructor(offset = 0) {
    this.#offset = offset;
  }

  get offset(): number {
    return this.#offset;
  }

  now(): number {
    return this.#held ?? Math.floor(Date.now() / 1000) + this.#offset;
  }

  restore(offset: number): void {
    this.#offset = offset;
  }

  /** Moves to an instant; time does not go back. */
  moveTo(instant: number): void {
    const ahead = instant - this.now();
    if (ahead > 0) this.#offset += ahead;
  }

  /** Does a piece of work as of the instant at which it fell due. */
  at<T>(instant: number, work: () => T): T {
    const before = this.#held;
    this.#held = instant;
    try {
      return work();
    } finally {
      this.#held = before;
    }
  }
}
