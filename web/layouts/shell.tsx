import { type ReactNode, Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { LoginModalSlot } from '#web/features/accounts/login-modal-slot.tsx';
import { useForgottenCards } from '#web/features/accounts/use-forgotten-cards.ts';
import { Page } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { PartBoundary } from './part-boundary.tsx';
import { PlainLinks } from './plain-links.tsx';
import { PrivacyBanner } from './privacy-banner.tsx';
import classes from './shell.module.css';
import { SiteFooter } from './site-footer.tsx';
import { siteMap } from './site-links.ts';
import { SkipLink } from './skip-link.tsx';
import { useRouteFocus } from './use-route-focus.ts';

export function Shell({ header }: { header: ReactNode }) {
  const main = useRouteFocus();
  useForgottenCards();
  const { pathname } = useLocation();
  return (
    <div className={classes.shell}>
      <SkipLink target="content" />
      {header}
      <main ref={main} id="content" tabIndex={-1} className={classes.main}>
        <ErrorBoundary pageKey={pathname}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <PrivacyBanner />
      <PartBoundary fallback={<PlainLinks label="Site map" links={siteMap} />}>
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
