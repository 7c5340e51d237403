import { Fragment, type ReactNode } from 'react';
import type { Viewer } from '#server/viewer/viewer.schema.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { LoginGate } from './login-gate.tsx';

/** Skeleton heights while a wizard's data loads. */
export const SKELETON_HEIGHTS = ['1.5rem', '2rem', '24rem'];

interface RequireLoginProps {
  /** The login's title; 'Login to continue' by default. */
  loginTitle?: string;
  /** The reason why an account is needed. */
  reason: string;
  children(viewer: Viewer): ReactNode;
}

/** Requires login before rendering its children. Switching accounts resets them. */
export function RequireLogin({ loginTitle, reason, children }: RequireLoginProps) {
  const viewer = trpc.viewer.user.useQuery();
  if (viewer.data) return <Fragment key={viewer.data.id}>{children(viewer.data)}</Fragment>;
  if (viewer.data === null) return <LoginGate title={loginTitle} reason={reason} />;
  if (viewer.isError) {
    return <ErrorBox message={toFailure(viewer.error).message} onRetry={() => void viewer.refetch()} />;
  }
  return <Skeleton heights={SKELETON_HEIGHTS} />;
}
