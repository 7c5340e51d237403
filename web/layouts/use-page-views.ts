import { useEffect, useRef } from 'react';
import { countPageView, refusesTracking } from '#web/lib/page-views.ts';

/** Tells this address of each page once, by its path, where there is one and the browser does not object. */
export function usePageViews(address: string | null, pathname: string): void {
  const counted = useRef<string | null>(null);
  useEffect(() => {
    if (address === null || counted.current === pathname || refusesTracking(navigator)) return;
    counted.current = pathname;
    countPageView(address, pathname);
  }, [address, pathname]);
}
