type Gate = (event: PopStateEvent) => void;

let currentGate: Gate | null = null;

/** Sets a popstate listener that runs before the router's and can stop the event. */
export function setHistoryGate(newGate: Gate | null): void {
  currentGate = newGate;
}

// Listeners run in the order of registration, so this module must load before the router.
globalThis.window?.addEventListener('popstate', (event) => currentGate?.(event));
