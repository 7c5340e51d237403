import { useEffect, useRef } from 'react';

/**
 * When one view replaces another within a page, moves focus to the new view's first input or element with
 * tabIndex -1. The first view doesn't take focus.
 */
export function useFocusOnChange(view: string) {
  const container = useRef<HTMLDivElement>(null);
  const previousView = useRef(view);
  useEffect(() => {
    if (previousView.current === view) return;
    previousView.current = view;
    container.current?.querySelector<HTMLElement>('input, [tabindex="-1"]')?.focus();
  }, [view]);
  return container;
}
