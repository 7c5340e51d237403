import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { PAGE_SIZE } from '#server/domains/stores/search/search-rules.shared.ts';
import { type Failure, toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import type { SearchAddress } from './search-address.ts';
import { validateSearch } from './search-values.ts';

export type SavingsResult = RouterOutputs['savings']['search'];
export type FoundStore = SavingsResult['stores'][number];

export interface Savings {
  /** The requested page of results. While it loads, the previous one. */
  result: SavingsResult | undefined;
  /** True while `result` is the previous page. */
  isStale: boolean;
  isFetching: boolean;
  failure: Failure | null;
  /** True if a field has an error. Then nothing was requested. */
  isRefused: boolean;
  refetch(): void;
}

export function useSavings({ values, sort, page }: SearchAddress): Savings {
  const { filters } = validateSearch(values);
  const search = trpc.savings.search.useQuery(
    { ...filters, sortBy: sort, skip: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE },
    {
      // If the server's HTML contains a failure, show it instead of requesting again.
      retryOnMount: ({ state }) => state.errorUpdateCount > 0,
      enabled: filters !== null,
      placeholderData: keepPreviousData,
      networkMode: 'always',
    },
  );
  const viewer = trpc.viewer.user.useQuery();
  // All visitors get the same HTML, with the results for someone who isn't logged in. If the visitor is
  // logged in, load the results again.
  const mayBeVisitorsResult = search.dataUpdatedAt < viewer.dataUpdatedAt;
  const needsMemberData = Boolean(viewer.data) && filters !== null && mayBeVisitorsResult;
  const { refetch } = search;
  useEffect(() => {
    if (needsMemberData) void refetch({ cancelRefetch: false });
  }, [needsMemberData, refetch]);
  return {
    result: filters === null ? undefined : search.data,
    isStale: search.isPlaceholderData,
    isFetching: search.isFetching,
    failure: search.isError ? toFailure(search.error) : null,
    isRefused: filters === null,
    refetch: () => void search.refetch(),
  };
}
