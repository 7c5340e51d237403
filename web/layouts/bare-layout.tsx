import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Page } from '#web/ui/page/page-header.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import classes from './shell.module.css';

/** The layout of pages without header and footer (D37). */
export function BareLayout() {
  return (
    <main id="content" tabIndex={-1} className={classes.main}>
      <OwnLayout />
    </main>
  );
}

/** For pages that have their own header and landmarks. */
export function OwnLayout() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary pageKey={pathname}>
      <Suspense
        fallback={
          <Page>
            <Skeleton heights={['3rem', '12rem']} />
          </Page>
        }
      >
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
}
