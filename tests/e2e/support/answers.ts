import type { Page, Route } from '@playwright/test';

/** What a procedure answers that cannot help now: a refusal, so that the page tells of it at once. */
const REFUSAL = {
  error: {
    message: 'Please contact customer support',
    code: -32603,
    data: { code: 'RATE_LIMITED', httpStatus: 429, requestId: 'journey' },
  },
};

/** The procedures that a batch asks for, by its address. */
const proceduresOf = (route: Route) =>
  new URL(route.request().url()).pathname.replace('/trpc/', '').split(',');

/** The server's answers to a page, in the hand of a journey: they wait, then all but some are refused. */
export class Answers {
  readonly #waiting: Array<() => void> = [];
  #mode: 'come' | 'wait' | 'refuse' = 'come';
  #spared: readonly string[] = [];

  static async of(page: Page): Promise<Answers> {
    const answers = new Answers();
    await page.route('**/trpc/**', (route) => answers.#handle(route));
    return answers;
  }

  /** From now on questions stay open. */
  wait(): void {
    this.#mode = 'wait';
  }

  /** Refuses what is open and what comes, but for these procedures. */
  refuse(...spared: string[]): void {
    this.#spared = spared;
    this.#go('refuse');
  }

  come(): void {
    this.#go('come');
  }

  #go(mode: 'come' | 'refuse'): void {
    this.#mode = mode;
    for (const go of this.#waiting.splice(0)) go();
  }

  async #handle(route: Route): Promise<void> {
    if (this.#mode === 'wait') await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#mode === 'come') return route.continue();
    const names = proceduresOf(route);
    if (names.every((name) => this.#spared.includes(name))) return route.continue();
    const isAnswered = names.some((name) => this.#spared.includes(name));
    const real: unknown = isAnswered ? await (await route.fetch()).json() : [];
    const list = Array.isArray(real) ? real : [];
    const json = names.map((name, place) => (this.#spared.includes(name) ? list[place] : REFUSAL));
    await route.fulfill({ status: 207, json });
  }
}
