import { useEffect } from 'react';

/** Keeps the screen on while the card is shown, if the browser supports it. */
export function useWakeLock(): void {
  useEffect(() => {
    let isStopped = false;
    let lock: WakeLockSentinel | undefined;

    async function acquireLock() {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
      try {
        const newLock = await navigator.wakeLock.request('screen');
        if (isStopped) await newLock.release();
        else lock = newLock;
      } catch {
        // Refused on low battery or by settings; the card is shown anyway.
      }
    }

    void acquireLock();
    // The browser releases the lock when the page is hidden and does not take it again.
    document.addEventListener('visibilitychange', acquireLock);
    return () => {
      isStopped = true;
      document.removeEventListener('visibilitychange', acquireLock);
      void lock?.release();
    };
  }, []);
}
