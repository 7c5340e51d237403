import { useEffect } from 'react';

/**
 * Returns focus to the element that had it before a modal opened, or to the page's heading if that element is
 * gone. Mantine does this only for modals that were
 * closed when they mounted. Ours load lazily, so they are open when they mount.
 */
export function useReturnedFocus(opened: boolean): void {
  useEffect(() => {
    if (!opened) return;
    const previous = document.activeElement;
    return () => {
      // The modal releases focus in a timeout of its own, so wait for it.
      setTimeout(() => {
        // Don't move focus if the visitor followed a link out of the modal to a new page.
        const focused = document.activeElement;
        if (focused !== document.body && focused?.closest('[role="dialog"]') === null) return;
        if (!(previous instanceof HTMLElement) || previous === document.body) return;
        // What the modal did may have removed the element, such as a button that pays a bill.
        const target = previous.isConnected ? previous : document.querySelector<HTMLElement>('h1[tabindex]');
        target?.focus({ preventScroll: true });
      });
    };
  }, [opened]);
}
