import type { BrowserContext, Request } from '@playwright/test';

/**
 * Types of requests that must not fail. Other requests may fail on purpose; the page then shows the error.
 */
const PAGE_RESOURCES = new Set(['stylesheet', 'script', 'image', 'font', 'manifest', 'media']);

/** The key of an emailed link, or another signed token. */
const SIGNED_TOKEN = /eyJ[\w-]{10,}\.[\w-]+\.[\w-]+/;

/** URLs that contain a token because a protocol or an email client requires it (D76). */
const URLS_WITH_TOKEN = [
  /^[^?]*\/api\/receipt\?/,
  /^[^?]*\/api\/unsubscribe\?/,
  /^https:\/\/pay\.google\.com\//,
];

/** Returns whether the request sends a token in its URL or as the referrer, where servers log it. */
function revealsToken(request: Request): boolean {
  // Browsers don't send what follows '#'.
  const [url = ''] = request.url().split('#');
  const isAllowed = URLS_WITH_TOKEN.some((pattern) => pattern.test(url));
  return (!isAllowed && SIGNED_TOKEN.test(url)) || SIGNED_TOKEN.test(request.headers().referer ?? '');
}

/** Collects console errors and warnings, exceptions, missing resources, server errors, and revealed tokens. */
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
    context.on('request', (request) => {
      if (revealsToken(request))
        this.#record(`a token in the URL or referrer of ${request.method()} ${request.url()}`);
    });
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
