import { useEffect } from 'react';

/**
 * Gives the focus back to what had it when a modal opened. Mantine's own does so only for a modal that was there,
 * closed, before; ours are fetched when first asked for, and open at once.
 */
export function useReturnedFocus(opened: boolean): void {
  useEffect(() => {
    if (!opened) return;
    const before = document.activeElement;
    return () => {
      // After the modal has let go of the focus, which it does in a timeout of its own.
      setTimeout(() => {
        // Somebody who left through a link is on a new page by now, and stays there.
        const now = document.activeElement;
        if (now !== document.body && now?.closest('[role="dialog"]') === null) return;
        if (before instanceof HTMLElement && before !== document.body && before.isConnected) {
          before.focus({ preventScroll: true });
        }
      });
    };
  }, [opened]);
}
