import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** Where nothing has the focus, Escape is for the only dialog there is. */
function isAlone(element: Element | null): boolean {
  const dialogs = document.querySelectorAll('[aria-modal="true"], dialog[open]');
  return [...dialogs].every((dialog) => element?.contains(dialog));
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
      const isOurs =
        element.current?.contains(target) || (target === document.body && isAlone(element.current));
      if (isOurs) onEscape();
    }
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [opened]);

  return element;
}
