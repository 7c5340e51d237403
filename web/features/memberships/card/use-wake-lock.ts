import { useEffect } from 'react';

/** Keeps the screen lit while it is shown, where the browser can: a card must not go dark in front of a till. */
export function useWakeLock(): void {
  useEffect(() => {
    let isOver = false;
    let lock: WakeLockSentinel | undefined;

    async function hold() {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
      try {
        const held = await navigator.wakeLock.request('screen');
        if (isOver) await held.release();
        else lock = held;
      } catch {
        // A low battery or the page's settings forbid it: the card is shown all the same.
      }
    }

    void hold();
    // The browser lets go when the page is hidden, and does not take it up again by itself.
    document.addEventListener('visibilitychange', hold);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', hold);
      void lock?.release();
    };
  }, []);
}
