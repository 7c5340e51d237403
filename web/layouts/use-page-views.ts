import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useSiteSettings } from '#web/features/content/use-site-settings.ts';
import { countPageView, refusesTracking } from '#web/lib/page-views.ts';

/** Counts each page once, where the settings name an address for it and the browser does not object. */
export function usePageViews(): void {
  const address = useSiteSettings()?.analyticsLink ?? null;
  const { pathname } = useLocation();
  const counted = useRef<string | null>(null);
  useEffect(() => {
    if (address === null || counted.current === pathname || refusesTracking(navigator)) return;
    counted.current = pathname;
    countPageView(address, pathname);
  }, [address, pathname]);
}
