import { type ReactNode, Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { LoginModalSlot } from '#web/features/accounts/login-modal-slot.tsx';
import { removeCardsExcept } from '#web/lib/forget-cards.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useRouteFocus } from '#web/lib/use-route-focus.ts';
import { Page } from '#web/ui/page/page-header.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { BrokenPage } from './broken-page.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { PlainLinks } from './footer/plain-links.tsx';
import { SiteFooter } from './footer/site-footer.tsx';
import { SiteHeader } from './header/site-header.tsx';
import { PartBoundary } from './part-boundary.tsx';
import { PrivacyBanner } from './privacy-banner.tsx';
import classes from './shell.module.css';
import { footerLinks } from './site-links.ts';

function Shell({ header }: { header: ReactNode }) {
  const main = useRouteFocus();
  useForgottenCards();
  const { pathname } = useLocation();
  return (
    <div className={classes.shell}>
      <SkipLink />
      <PrivacyBanner />
      {header}
      <main ref={main} id="content" tabIndex={-1} className={classes.main}>
        <ErrorBoundary pageKey={pathname}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <PartBoundary fallback={<PlainLinks label="Site map" links={footerLinks} />}>
        <SiteFooter />
      </PartBoundary>
      <LoginModalSlot />
    </div>
  );
}

function PageSkeleton() {
  return (
    <Page>
      <Skeleton heights={['3rem', '1.5rem', '24rem']} />
    </Page>
  );
}

function SkipLink() {
  return (
    <a href="#content" className={classes.skip} data-print="hide">
      Skip to content
    </a>
  );
}

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

/** Deletes cards that another account, or an ended session, left on this device. */
function useForgottenCards(): void {
  const { data: viewer } = trpc.viewer.user.useQuery();
  useEffect(() => {
    if (viewer !== undefined) removeCardsExcept(viewer?.id ?? null);
  }, [viewer]);
}
