import { useLocation } from 'react-router';
import { paths } from '#server/site/pages.shared.ts';
import { BrokenPage } from './broken-page.tsx';
import { PartBoundary } from './part-boundary.tsx';
import { PlainLinks } from './plain-links.tsx';
import { Shell } from './shell.tsx';
import { SiteHeader } from './site-header.tsx';
import { useCanonical } from './use-canonical.ts';

/**
 * Header and footer around every page; home has a header of its own (DESIGN D37). One layout for all, so that it
 * stays standing, and keeps the focus in hand, between home and the other pages.
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

/** Where what holds header, page and footer together broke. */
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
