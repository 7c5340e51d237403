import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { readHistoryNote } from '#web/lib/history-state.ts';

/** Moves the focus to a new page's heading, so that it is read aloud and Tab starts there. Modals keep the focus. */
export function useRouteFocus() {
  const main = useRef<HTMLElement>(null);
  const { pathname, state } = useLocation();
  const navigation = useNavigationType();
  const inModal = readHistoryNote(state).modalDepth > 0;
  const last = useRef({ pathname, inModal });

  useEffect(() => {
    const before = last.current;
    last.current = { pathname, inModal };
    if (before.pathname === pathname || before.inModal || inModal) return;
    if (navigation !== 'POP') window.scrollTo(0, 0);
    const target = main.current?.querySelector<HTMLElement>('h1[tabindex]') ?? main.current;
    target?.focus({ preventScroll: true });
  }, [pathname, inModal, navigation]);

  return main;
}
