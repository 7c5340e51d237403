import { useEffect, useRef } from 'react';
import { countPageView, refusesTracking } from '#web/lib/page-views.ts';

/** Reports each page view once to the analytics address, unless the browser asks not to be tracked. */
export function usePageViews(address: string | null, pathname: string): void {
  const counted = useRef<string | null>(null);
  useEffect(() => {
    if (address === null || counted.current === pathname || refusesTracking(navigator)) return;
    counted.current = pathname;
    countPageView(address, pathname);
  }, [address, pathname]);
}
