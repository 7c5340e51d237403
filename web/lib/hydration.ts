const PAGE_READY = 'pageready';

/**
 * Resolves when the page is hydrated, which happens after the header is. Undefined if the HTML has no
 * server-rendered page.
 */
const hydration = globalThis.document?.getElementById('answers')
  ? new Promise((resolve) => document.addEventListener(PAGE_READY, resolve))
  : undefined;

/** Notifies web/boot.js and waiting responses that React now handles the page's events. */
export function announcePageReady(): void {
  document.dispatchEvent(new Event(PAGE_READY));
}

/**
 * Returns the response once the page is hydrated. If a result changed the page earlier, React would discard
 * the server's HTML, because the page would no longer match it.
 */
export async function afterHydration<Result>(response: Promise<Result>): Promise<Result> {
  await Promise.allSettled([response, hydration]);
  return response;
}
