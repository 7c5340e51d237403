import { Fragment, type ReactNode } from 'react';
import type { Viewer } from '#server/viewer/viewer.schema.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LoginGate } from './login-gate.tsx';

/** Stands in a wizard's place while something is asked for first. */
export const WAITING = ['1.5rem', '2rem', '24rem'];

interface SignedInProps {
  /** Heads the login, where it is other words than 'Login to continue'. */
  gate?: string;
  /** Why an account is needed. */
  reason: string;
  children(viewer: Viewer): ReactNode;
}

/** The login first, for what only an account can do; another account begins anew (SPEC section 4). */
export function SignedIn({ gate, reason, children }: SignedInProps) {
  const viewer = trpc.viewer.user.useQuery();
  if (viewer.data) return <Fragment key={viewer.data.id}>{children(viewer.data)}</Fragment>;
  if (viewer.data === null) return <LoginGate title={gate} reason={reason} />;
  if (viewer.isError) {
    return <ErrorBox message={toFailure(viewer.error).message} onRetry={() => void viewer.refetch()} />;
  }
  return <Skeleton heights={WAITING} />;
}
