/** The system clock plus an offset. All times are in Unix seconds. */
export class Clock {
  #offset: number;
  #pinned: number | null = null;

  constructor(offset = 0) {
    this.#offset = offset;
  }

  get offset(): number {
    return this.#offset;
  }

  now(): number {
    return this.#pinned ?? Math.floor(Date.now() / 1000) + this.#offset;
  }

  restore(offset: number): void {
    this.#offset = offset;
  }

  /** Does nothing if the time is in the past. */
  moveTo(instant: number): void {
    const advanceBy = instant - this.now();
    if (advanceBy > 0) this.#offset += advanceBy;
  }

  /** Runs `work` with the clock stopped at the given time. */
  at<T>(instant: number, work: () => T): T {
    const before = this.#pinned;
    this.#pinned = instant;
    try {
      return work();
    } finally {
      this.#pinned = before;
    }
  }
}
