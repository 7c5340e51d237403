import { useEffect, useRef } from 'react';

/**
 * Reports each page view once to the analytics address, unless the visitor opted out of tracking in the
 * browser. Loads the code on demand, because few sites set an address.
 */
export function usePageViews(address: string | null, pathname: string): void {
  const countedPath = useRef<string | null>(null);
  useEffect(() => {
    if (address === null || countedPath.current === pathname) return;
    countedPath.current = pathname;
    import('#web/lib/page-views.ts')
      .then(({ countPageView }) => countPageView(address, pathname))
      // Ignore failures: no page depends on the count.
      .catch(() => {});
  }, [address, pathname]);
}
