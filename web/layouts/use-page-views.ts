import { useEffect, useRef } from 'react';
import { countPageView, refusesTracking } from '#web/lib/page-views.ts';

/**
 * Reports each page view once to the analytics address, unless the visitor opted out of tracking in the
 * browser.
 */
export function usePageViews(address: string | null, pathname: string): void {
  const countedPath = useRef<string | null>(null);
  useEffect(() => {
    if (address === null || countedPath.current === pathname || refusesTracking(navigator)) return;
    countedPath.current = pathname;
    countPageView(address, pathname);
  }, [address, pathname]);
}
