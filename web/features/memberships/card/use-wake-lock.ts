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
        // The browser refuses if the battery is low or the settings forbid it. The card works without the
        // lock.
      }
    }

    void acquireLock();
    // The browser releases the lock when the page is hidden, and doesn't reacquire it.
    document.addEventListener('visibilitychange', acquireLock);
    return () => {
      isStopped = true;
      document.removeEventListener('visibilitychange', acquireLock);
      void lock?.release();
    };
  }, []);
}
