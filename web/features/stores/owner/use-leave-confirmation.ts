import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { setHistoryGate } from '#web/lib/history-gate.ts';

/** The path that a clicked link leads to, if it leaves this page; otherwise null. */
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

/** The history entry's index, as the router stores it. */
function historyIndex(state: unknown): number | null {
  if (typeof state !== 'object' || state === null || !('idx' in state)) return null;
  return typeof state.idx === 'number' ? state.idx : null;
}

/**
 * While `active`, blocks links, Back, and Forward until the user confirms, because our router has no blocker. When the
 * tab is closed, the browser shows its own dialog.
 */
export function useLeaveConfirmation(active: boolean) {
  const navigate = useNavigate();
  const location = useLocation();
  const [pendingNavigation, setPendingNavigation] = useState<(() => void) | null>(null);
  const isAllowed = useRef(false);
  const currentIndex = useRef<number | null>(null);

  useEffect(() => {
    if (location.key !== '') currentIndex.current = historyIndex(window.history.state);
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
    // Hide the event from the router, which would leave the page before the answer.
    event.stopImmediatePropagation();
    const to = historyIndex(event.state);
    const steps =
      to === null || currentIndex.current === null || to === currentIndex.current
        ? -1
        : to - currentIndex.current;
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
