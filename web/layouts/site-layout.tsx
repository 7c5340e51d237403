import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#server/site/pages.shared.ts';
import { BrokenPage } from './broken-page.tsx';
import { PlainLinks } from './footer/plain-links.tsx';
import { SiteHeader } from './header/site-header.tsx';
import { PartBoundary } from './part-boundary.tsx';
import { Shell } from './shell.tsx';

/** One layout for the home page and all others, so that navigating between them keeps it mounted (D37). */
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

/** Shown when the layout itself breaks. */
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

/** Browsers share a page under its canonical address, so it must follow the router from page to page. */
function useCanonical(pathname: string): void {
  useEffect(() => {
    const link = document.head.querySelector<HTMLLinkElement>('link[rel=canonical]');
    if (!link) return;
    const { path = pathname } = link.dataset;
    link.dataset.path = pathname;
    if (path !== pathname) link.href = new URL(pathname, link.href).href;
  }, [pathname]);
}
