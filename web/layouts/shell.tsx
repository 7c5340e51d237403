import { type ReactNode, Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { LoginModalSlot } from '#web/features/accounts/login-modal-slot.tsx';
import { useForgottenCards } from '#web/features/accounts/use-forgotten-cards.ts';
import { Page } from '#web/ui/page/page-header.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { PlainLinks } from './footer/plain-links.tsx';
import { SiteFooter } from './footer/site-footer.tsx';
import { PartBoundary } from './part-boundary.tsx';
import { PrivacyBanner } from './privacy-banner.tsx';
import classes from './shell.module.css';
import { footerLinks } from './site-links.ts';
import { useRouteFocus } from './use-route-focus.ts';

export function Shell({ header }: { header: ReactNode }) {
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
