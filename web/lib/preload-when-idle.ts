import { useEffect } from 'react';

declare global {
  interface Navigator {
    /** Only some browsers have it, so TypeScript's library leaves it out. */
    connection?: { saveData?: boolean };
  }
}

/** The delay in browsers without `requestIdleCallback`. */
const FALLBACK_DELAY_MS = 2_000;

/**
 * Loads code that the visitor probably needs next, once the page has nothing else to do. Ignores errors, because
 * using the code loads it again. `load` must not change between renders.
 */
export function usePreloadWhenIdle(load: () => Promise<unknown>): void {
  useEffect(() => {
    if (navigator.connection?.saveData) return;
    const preload = () => void load().catch(() => {});
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(preload, FALLBACK_DELAY_MS);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(preload);
    return () => cancelIdleCallback(request);
  }, [load]);
}
