import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { readHistoryState } from '#web/lib/history-state.ts';

/**
 * Moves focus to a new page's heading, or to the element that the URL's hash names, so that screen readers
 * announce it and Tab starts there. Never takes focus out of a modal.
 */
export function useRouteFocus() {
  const main = useRef<HTMLElement>(null);
  const { pathname, hash, state } = useLocation();
  const navigation = useNavigationType();
  const isInModal = readHistoryState(state).modalDepth > 0;
  const lastRoute = useRef({ pathname, isInModal });

  useEffect(() => {
    const previousRoute = lastRoute.current;
    lastRoute.current = { pathname, isInModal };
    if (previousRoute.pathname === pathname || previousRoute.isInModal || isInModal) return;
    const hashTarget = document.getElementById(hash.slice(1));
    if (navigation !== 'POP') {
      window.scrollTo(0, 0);
      hashTarget?.scrollIntoView();
    }
    const target = hashTarget ?? main.current?.querySelector<HTMLElement>('h1[tabindex]') ?? main.current;
    target?.focus({ preventScroll: true });
  }, [pathname, hash, isInModal, navigation]);

  return main;
}
