import type { ReactNode } from 'react';
import { toFailure } from '#web/lib/errors.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';

interface LoadedProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch(): unknown };
  children(data: Data): ReactNode;
}

/** Shows a query's data, and until then a skeleton or why it failed. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return <Skeleton heights={['3rem', '24rem']} />;
  return <ErrorBox message={toFailure(query.error).message} onRetry={() => void query.refetch()} />;
}
