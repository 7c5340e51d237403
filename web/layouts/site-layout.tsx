import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { BrokenPage } from './broken-page.tsx';
import { PlainLinks } from './footer/plain-links.tsx';
import { SiteHeader } from './header/site-header.tsx';
import { PartBoundary } from './part-boundary.tsx';
import { Shell } from './shell.tsx';

/**
 * The home page shares this layout, so that navigating to and from it doesn't remount the header and footer
 * (D37).
 */
export function SiteLayout() {
  const { pathname } = useLocation();
  useCanonical(pathname);
  const isHome = pathname === paths.home() || pathname === paths.trial();
  return (
    <PartBoundary fallback={<BrokenSite />}>
      <Shell
        header={
          <PartBoundary fallback={<PlainLinks label="Main" />}>
            <SiteHeader home={isHome} />
          </PartBoundary>
        }
      />
    </PartBoundary>
  );
}

function BrokenSite() {
  return (
    <>
      <PlainLinks label="Main" />
      <main id="content" tabIndex={-1}>
        <BrokenPage />
      </main>
    </>
  );
}

/** Updates the canonical link on navigation, because it is the address that browsers share. */
function useCanonical(pathname: string): void {
  useEffect(() => {
    const link = document.head.querySelector<HTMLLinkElement>('link[rel=canonical]');
    if (!link) return;
    const { path = pathname } = link.dataset;
    link.dataset.path = pathname;
    if (path !== pathname) link.href = new URL(pathname, link.href).href;
  }, [pathname]);
}
