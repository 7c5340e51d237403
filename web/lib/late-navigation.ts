import { useCallback } from 'react';
import { type NavigateOptions, type To, useLocation, useNavigate } from 'react-router';

/**
 * Returns key and state of the newest location. While a page is still loading, that is the page's location,
 * although the router still renders the previous one.
 */
export function readNewestLocation(): { key: string; state: unknown } {
  const entry: unknown = window.history.state;
  if (typeof entry !== 'object' || entry === null) return { key: 'default', state: null };
  return {
    key: 'key' in entry && typeof entry.key === 'string' ? entry.key : 'default',
    state: 'usr' in entry ? entry.usr : null,
  };
}

/**
 * Returns a function that navigates later than the event that caused it: after a timer or a request, or in an
 * effect. It does nothing if the visitor has navigated since the render that returned it, so that it never
 * undoes that.
 */
export function useLateNavigate() {
  const navigate = useNavigate();
  const { key } = useLocation();
  return useCallback(
    (target: To | number, options?: NavigateOptions) => {
      if (readNewestLocation().key !== key) return;
      if (typeof target === 'number') void navigate(target);
      else void navigate(target, options);
    },
    [navigate, key],
  );
}
