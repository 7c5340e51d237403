import { useEffect } from 'react';

/** Keeps the screen on while the card is shown, if the browser supports it. */
export function useWakeLock(): void {
  useEffect(() => {
    let isOver = false;
    let lock: WakeLockSentinel | undefined;

    async function hold() {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
      try {
        const acquired = await navigator.wakeLock.request('screen');
        if (isOver) await acquired.release();
        else lock = acquired;
      } catch {
        // Refused on low battery or by settings; the card is shown anyway.
      }
    }

    void hold();
    // The browser releases the lock when the page is hidden and does not take it again.
    document.addEventListener('visibilitychange', hold);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', hold);
      void lock?.release();
    };
  }, []);
}
