import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

const DIALOGS = '[aria-modal="true"], dialog[open]';

/** Where nothing has the focus, Escape is for the only dialog there is. */
function isAlone(element: Element | null): boolean {
  return [...document.querySelectorAll(DIALOGS)].every((dialog) => element?.contains(dialog));
}

/** A dialog that opens stands behind the others in the page, and has the focus only a moment later. */
function isCovered(element: Element): boolean {
  return [...document.querySelectorAll(DIALOGS)].some(
    (dialog) =>
      !element.contains(dialog) &&
      (element.compareDocumentPosition(dialog) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
}

/**
 * Closes on Escape pressed within the element, and not in a dialog that stands above it (a question, the bank's
 * check): Mantine's own listens to the whole window and would close both.
 */
export function useEscapeWithin(opened: boolean, close: () => void): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const onEscape = useEffectEvent(close);

  useEffect(() => {
    if (!opened) return;
    function listen(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.isComposing) return;
      const { target } = event;
      if (!(target instanceof Element)) return;
      // A list that is open closes first.
      if (target.getAttribute('data-mantine-stop-propagation') === 'true') return;
      const { current } = element;
      const isOurs =
        target === document.body ? isAlone(current) : current?.contains(target) && !isCovered(current);
      if (isOurs) onEscape();
    }
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [opened]);

  return element;
}
