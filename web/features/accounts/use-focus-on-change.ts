import { useEffect, useRef } from 'react';

/**
 * Where one view takes another's place within a page, what had the focus is gone: the new view's first field takes
 * it, or what it marks with tabIndex -1. The first view leaves the focus where it is.
 */
export function useFocusOnChange(view: string) {
  const container = useRef<HTMLDivElement>(null);
  const last = useRef(view);
  useEffect(() => {
    if (last.current === view) return;
    last.current = view;
    container.current?.querySelector<HTMLElement>('input, [tabindex="-1"]')?.focus();
  }, [view]);
  return container;
}
