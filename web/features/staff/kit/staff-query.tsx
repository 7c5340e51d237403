import type { ReactNode } from 'react';
import { toFailure } from '#web/lib/errors.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';

interface StaffQueryProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch(): unknown };
  children(data: Data): ReactNode;
}

/** Shows a query's data, or that it is loading or has failed. */
export function StaffQuery<Data>({ query, children }: StaffQueryProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return <Skeleton heights={['3rem', '24rem']} />;
  return <ErrorBox message={toFailure(query.error).message} onRetry={() => void query.refetch()} />;
}
