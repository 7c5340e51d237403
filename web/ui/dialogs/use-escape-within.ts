import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';

const DIALOGS = '[aria-modal="true"], dialog[open]';

/** Used while nothing has focus: Escape then closes the dialog only if no other dialog is open. */
function isOnlyDialog(element: Element | null): boolean {
  return [...document.querySelectorAll(DIALOGS)].every((dialog) => element?.contains(dialog));
}

/**
 * True if another dialog is open on top. That dialog comes later in the document, and may not have focus yet.
 */
function isCovered(element: Element): boolean {
  return [...document.querySelectorAll(DIALOGS)].some(
    (dialog) =>
      !element.contains(dialog) &&
      (element.compareDocumentPosition(dialog) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
}

/**
 * Closes on Escape within the element, unless a dialog on top of it is open, such as a confirmation or the
 * bank's check. Mantine's handler listens on the whole window and would close both.
 */
export function useEscapeWithin(opened: boolean, close: () => void): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const onEscape = useEffectEvent(close);

  // A passive effect can run after the dialog is visible, and would miss an Escape until then.
  useLayoutEffect(() => {
    if (!opened) return;
    // Mantine moves focus into the dialog in a timeout, so the first key may still come from here.
    const opener = document.activeElement;
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.isComposing) return;
      const { target } = event;
      if (!(target instanceof Element)) return;
      // The first Escape closes an open list, not the dialog.
      if (target.getAttribute('data-mantine-stop-propagation') === 'true') return;
      const { current } = element;
      const isForElement =
        target === document.body
          ? isOnlyDialog(current)
          : current !== null && (target === opener || current.contains(target)) && !isCovered(current);
      if (isForElement) onEscape();
    }
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [opened]);

  return element;
}
