import { useEffect } from 'react';

/** True if the visitor asked the browser to save data. Only some browsers report this. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return (
    typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
  );
}

/** The delay in browsers without `requestIdleCallback`. */
const FALLBACK_DELAY_MS = 2_000;

/**
 * Loads code that the visitor probably needs next, once the page has nothing else to do. Ignores errors, because
 * using the code loads it again. `load` must not change between renders.
 */
export function usePreloadWhenIdle(load: () => Promise<unknown>): void {
  useEffect(() => {
    if (savesData()) return;
    const preload = () => void load().catch(() => {});
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(preload, FALLBACK_DELAY_MS);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(preload);
    return () => cancelIdleCallback(request);
  }, [load]);
}
