import type { BrowserContext } from '@playwright/test';

// What a page asks of other sites or for its data may be refused on purpose, and the page shows it; a part of
// the page itself that is missing is a fault.
const PARTS_OF_THE_PAGE = new Set(['stylesheet', 'script', 'image', 'font', 'manifest', 'media']);

/** What browsers complain of: errors and warnings on the console, exceptions, broken parts, failing servers. */
export class Complaints {
  readonly #heard: string[] = [];
  readonly #expected: Array<{ pattern: RegExp; seen: boolean }> = [];

  /** Says that the journey makes the page complain so; the journey fails if it does not. */
  expect(pattern: RegExp): void {
    this.#expected.push({ pattern, seen: false });
  }

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      const type = message.type();
      // Chromium writes one such line for each refused call; the response itself is judged below.
      if (message.text().startsWith('Failed to load resource')) return;
      if (type === 'error' || type === 'warning') this.#hear(`console ${type}: ${message.text()}`);
    });
    context.on('weberror', (error) =>
      this.#hear(`exception: ${error.error().stack ?? error.error().message}`),
    );
    context.on('response', (response) => {
      const status = response.status();
      const broken = status >= 400 && PARTS_OF_THE_PAGE.has(response.request().resourceType());
      if (status >= 500 || broken)
        this.#hear(`${status} for ${response.request().method()} ${response.url()}`);
    });
  }

  /** What was heard and not expected, and what was expected and never heard. */
  open(): string[] {
    const missing = this.#expected.filter(({ seen }) => !seen);
    return [...this.#heard, ...missing.map(({ pattern }) => `never heard: ${pattern}`)];
  }

  #hear(text: string): void {
    const expected = this.#expected.find(({ pattern }) => pattern.test(text));
    if (expected) expected.seen = true;
    else this.#heard.push(text);
  }
}
