import { useLocation } from 'react-router';
import { useBrowserValue } from '#web/lib/use-browser-value.ts';

/**
 * Returns the query string of the search that the visitor came from, such as '?zip=80202'. The links in
 * search results store it in the history state. Returns null for other visitors, and until hydration, because
 * the server doesn't know it.
 */
export function useResultsSearch(): string | null {
  const { state } = useLocation();
  const isHydrated = useBrowserValue(() => true, false);
  const isKnown = typeof state === 'object' && state !== null && 'resultsSearch' in state;
  return isHydrated && isKnown && typeof state.resultsSearch === 'string' ? state.resultsSearch : null;
}
