import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { setHistoryGate } from '#web/lib/history-gate.ts';

/** Returns the path of the clicked link if it leads to another page of this site, or null. */
function findLeavingPath(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.href === '' || link.hasAttribute('download')) return null;
  const url = new URL(link.href);
  const currentUrl = window.location;
  const staysOnPage =
    link.target !== '' || url.origin !== currentUrl.origin || url.pathname === currentUrl.pathname;
  return staysOnPage ? null : `${url.pathname}${url.search}${url.hash}`;
}

/** Returns the position of a history entry, which React Router stores in its state as `idx`. */
function readHistoryIndex(state: unknown): number | null {
  if (typeof state !== 'object' || state === null || !('idx' in state)) return null;
  return typeof state.idx === 'number' ? state.idx : null;
}

/**
 * While `active`, stops links, Back, and Forward that lead to another page of this site until the user
 * confirms. BrowserRouter can't block navigation itself. If the user closes or reloads the tab or goes to
 * another site, the browser shows its own dialog.
 */
export function useLeaveConfirmation(active: boolean) {
  const navigate = useNavigate();
  const location = useLocation();
  const [pendingNavigation, setPendingNavigation] = useState<(() => void) | null>(null);
  const isAllowed = useRef(false);
  const currentIndex = useRef<number | null>(null);

  useEffect(() => {
    if (location.key !== '') currentIndex.current = readHistoryIndex(window.history.state);
  }, [location.key]);

  const onClick = useEffectEvent((event: MouseEvent) => {
    const target = findLeavingPath(event);
    if (target === null) return;
    event.preventDefault();
    event.stopPropagation();
    setPendingNavigation(() => () => void navigate(target));
  });

  const onPopState = useEffectEvent((event: PopStateEvent) => {
    if (isAllowed.current || window.location.pathname === location.pathname) return;
    // Hide the event from the router. Otherwise it would leave the page before the user answers.
    event.stopImmediatePropagation();
    const targetIndex = readHistoryIndex(event.state);
    const steps =
      targetIndex === null || currentIndex.current === null || targetIndex === currentIndex.current
        ? -1
        : targetIndex - currentIndex.current;
    window.history.go(-steps);
    setPendingNavigation(() => () => {
      isAllowed.current = true;
      window.history.go(steps);
    });
  });

  useEffect(() => {
    if (!active) return;
    const clickListener = (event: MouseEvent) => onClick(event);
    const popStateListener = (event: PopStateEvent) => onPopState(event);
    const beforeUnloadListener = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener('click', clickListener, { capture: true });
    setHistoryGate(popStateListener);
    window.addEventListener('beforeunload', beforeUnloadListener);
    return () => {
      document.removeEventListener('click', clickListener, { capture: true });
      setHistoryGate(null);
      window.removeEventListener('beforeunload', beforeUnloadListener);
    };
  }, [active]);

  return {
    isConfirming: pendingNavigation !== null,
    leave() {
      setPendingNavigation(null);
      pendingNavigation?.();
    },
    stay: () => setPendingNavigation(null),
  };
}
