const PAGE_READY = 'pageready';

/** Undefined if the document has no page to hydrate. React hydrates the header first, and the page in later tasks. */
const hydration = globalThis.document?.getElementById('answers')
  ? new Promise((resolve) => document.addEventListener(PAGE_READY, resolve))
  : undefined;

/** Notifies web/boot.js and waiting responses that React now handles the page's events. */
export function announcePageReady(): void {
  document.dispatchEvent(new Event(PAGE_READY));
}

/**
 * Returns a response only when the page is hydrated: a result that changed what the page shows before React has compared
 * it with the document's HTML would make React discard that HTML.
 */
export async function afterHydration<Result>(response: Promise<Result>): Promise<Result> {
  await Promise.allSettled([response, hydration]);
  return response;
}
