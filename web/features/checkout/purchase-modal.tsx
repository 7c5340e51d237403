import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { AuthenticationPanel } from '#web/features/accounts/authentication-panel.tsx';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import classes from './checkout.module.css';

interface WizardLoadingProps {
  queries: readonly { error: unknown; refetch(): Promise<unknown> }[];
}

/** Shown while a wizard's data loads, or if one of the queries failed. */
export function WizardLoading({ queries }: WizardLoadingProps) {
  const failedQuery = queries.find(({ error }) => error !== null);
  if (failedQuery === undefined) return <Skeleton heights={['1.5rem', '2rem', '24rem']} />;
  const retry = () => void Promise.all(queries.map((query) => query.refetch()));
  return <ErrorBox message={toFailure(failedQuery.error).message} onRetry={retry} />;
}

interface RequireLoginProps {
  /** The heading above the login. The default is 'Login to continue'. */
  loginTitle?: string;
  /** Explains why an account is needed. */
  reason: string;
  children(viewer: Viewer): ReactNode;
}

/** Renders its children only after login. Switching accounts remounts them. */
function RequireLogin({ loginTitle, reason, children }: RequireLoginProps) {
  const viewer = trpc.viewer.user.useQuery();
  if (viewer.data) return <Fragment key={viewer.data.id}>{children(viewer.data)}</Fragment>;
  if (viewer.data === null) return <LoginGate title={loginTitle} reason={reason} />;
  return <WizardLoading queries={[viewer]} />;
}

interface PurchaseModalProps extends Omit<RequireLoginProps, 'children'> {
  opened: boolean;
  title: string;
  closePath: string;
  /** Identifies what is bought. Another one starts over. */
  subject: string;
  children(viewer: Viewer, close: () => void): ReactNode;
}

/** The modal of a purchase that needs an account. */
export function PurchaseModal(props: PurchaseModalProps) {
  const { opened, title, closePath, subject, children, ...login } = props;
  const close = useCloseModal(closePath);
  return (
    <ModalRoute opened={opened} title={title} closePath={closePath} size="lg">
      <RequireLogin key={subject} {...login}>
        {(viewer) => children(viewer, close)}
      </RequireLogin>
    </ModalRoute>
  );
}

interface LoginGateProps {
  title?: string | undefined;
  reason: string;
}

function LoginGate({ title = 'Login to continue', reason }: LoginGateProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // While the viewer was loading, the modal moved focus to its close button.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section className={classes.gate} aria-labelledby="login-to-continue">
      <h3 ref={heading} tabIndex={-1} id="login-to-continue" className={classes.arrival} data-autofocus>
        {title}
      </h3>
      <p className={classes.hint}>{reason}</p>
      <AuthenticationPanel headingLevel={4} />
    </section>
  );
}
