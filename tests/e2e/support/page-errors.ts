import type { BrowserContext } from '@playwright/test';

/**
 * Types of requests that must not fail. Other requests may fail on purpose; the page then shows the error.
 */
const PAGE_RESOURCES = new Set(['stylesheet', 'script', 'image', 'font', 'manifest', 'media']);

/** Collects console errors and warnings, exceptions, missing resources, and server errors. */
export class PageErrors {
  readonly #errors: string[] = [];
  readonly #expected: Array<{ pattern: RegExp; hasOccurred: boolean }> = [];

  /** Allows an error in this test. The test fails if it doesn't occur. */
  expect(pattern: RegExp): void {
    this.#expected.push({ pattern, hasOccurred: false });
  }

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      const type = message.type();
      // Chromium logs this for each failed request; the 'response' listener decides which of them count.
      if (message.text().startsWith('Failed to load resource')) return;
      if (type === 'error' || type === 'warning') this.#record(`console ${type}: ${message.text()}`);
    });
    context.on('weberror', (error) =>
      this.#record(`exception: ${error.error().stack ?? error.error().message}`),
    );
    context.on('response', (response) => {
      const status = response.status();
      const isMissing = status >= 400 && PAGE_RESOURCES.has(response.request().resourceType());
      if (status >= 500 || isMissing)
        this.#record(`${status} for ${response.request().method()} ${response.url()}`);
    });
  }

  /** Lists unexpected errors, and expected ones that didn't occur. */
  list(): string[] {
    const missing = this.#expected.filter(({ hasOccurred }) => !hasOccurred);
    return [...this.#errors, ...missing.map(({ pattern }) => `did not occur: ${pattern}`)];
  }

  #record(text: string): void {
    const expectation = this.#expected.find(({ pattern }) => pattern.test(text));
    if (expectation) expectation.hasOccurred = true;
    else this.#errors.push(text);
  }
}
