type Gate = (event: PopStateEvent) => void;

let gate: Gate | null = null;

/** Who hears of Back and Forward before the router does, and may keep it from hearing; null: nobody. */
export function setHistoryGate(next: Gate | null): void {
  gate = next;
}

// Browsers call a window's listeners in the order in which they came: this one comes with the app, before the router's.
window.addEventListener('popstate', (event) => gate?.(event));
