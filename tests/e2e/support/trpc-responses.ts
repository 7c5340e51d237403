import type { Page, Route } from '@playwright/test';

/** Use a rate-limit error: the page shows it immediately instead of retrying. */
const ERROR_RESPONSE = {
  error: {
    message: 'Please contact customer support',
    code: -32603,
    data: { code: 'RATE_LIMITED', httpStatus: 429, requestId: 'journey' },
  },
};

/** Lists the procedures of a batch, from its URL. */
const listProcedures = (route: Route) =>
  new URL(route.request().url()).pathname.replace('/trpc/', '').split(',');

/** Delays the server's responses to a page, then replaces them with errors. */
export class TrpcResponses {
  readonly #held: Array<() => void> = [];
  #mode: 'release' | 'hold' | 'fail' = 'release';
  #unaffected: readonly string[] = [];

  static async intercept(page: Page): Promise<TrpcResponses> {
    const responses = new TrpcResponses();
    await page.route('**/trpc/**', (route) => responses.#handle(route));
    return responses;
  }

  hold(): void {
    this.#mode = 'hold';
  }

  /** Fails delayed and later requests, except those for these procedures. */
  fail(...unaffected: string[]): void {
    this.#unaffected = unaffected;
    this.#continue('fail');
  }

  #continue(mode: 'release' | 'fail'): void {
    this.#mode = mode;
    for (const resume of this.#held.splice(0)) resume();
  }

  async #handle(route: Route): Promise<void> {
    if (this.#mode === 'hold') await new Promise<void>((resolve) => this.#held.push(resolve));
    if (this.#mode === 'release') return route.continue();
    const names = listProcedures(route);
    if (names.every((name) => this.#unaffected.includes(name))) return route.continue();
    const needsResponse = names.some((name) => this.#unaffected.includes(name));
    const serverResponse: unknown = needsResponse ? await (await route.fetch()).json() : [];
    const responses = Array.isArray(serverResponse) ? serverResponse : [];
    const json = names.map((name, index) =>
      this.#unaffected.includes(name) ? responses[index] : ERROR_RESPONSE,
    );
    await route.fulfill({ status: 207, json });
  }
}
