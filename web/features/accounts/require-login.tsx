import { lazy, type ReactNode, Suspense } from 'react';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import classes from './accounts.module.css';

/** Loaded on demand, because visitors who are logged in don't need it. */
const AuthenticationPanel = lazy(async () => ({
  default: (await import('./authentication-panel.tsx')).AuthenticationPanel,
}));

interface RequireLoginProps {
  children: ReactNode | ((viewer: Viewer) => ReactNode);
  isRegistrationOffered?: boolean;
}

/** Shows its children to logged-in visitors, and login and registration to everyone else. */
export function RequireLogin({ children, isRegistrationOffered = true }: RequireLoginProps) {
  const viewer = trpc.viewer.user.useQuery();
  if (viewer.data) return typeof children === 'function' ? children(viewer.data) : children;
  if (viewer.isPending) return <Skeleton heights={['2.5rem', '20rem']} />;
  // Only while there is no data: a refetch that fails later must not unmount a half-filled form.
  if (viewer.data === undefined) {
    return <ErrorBox message={toFailure(viewer.error).message} onRetry={() => void viewer.refetch()} />;
  }
  return (
    <section className={classes.gate} aria-labelledby="login-to-continue">
      <h2 id="login-to-continue">Login to continue</h2>
      <Suspense fallback={<Skeleton heights={['20rem']} />}>
        <AuthenticationPanel isRegistrationOffered={isRegistrationOffered} />
      </Suspense>
    </section>
  );
}
