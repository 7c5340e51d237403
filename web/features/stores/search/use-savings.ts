import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { PAGE_SIZE } from '#server/stores/search/search-rules.shared.ts';
import { type Failure, toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import type { SearchAddress } from './search-address.ts';
import { checkValues } from './search-values.ts';

export type SavingsResult = RouterOutputs['savings']['search'];
export type FoundStore = SavingsResult['stores'][number];

export interface Savings {
  /** The page asked for, or the one before it while that is on its way. */
  result: SavingsResult | undefined;
  /** The result belongs to an earlier search. */
  isEarlier: boolean;
  isFetching: boolean;
  failure: Failure | null;
  /** A field is in error, so that nothing was asked. */
  isRefused: boolean;
  refetch(): void;
}

/** The page of results that an address names. */
export function useSavings({ values, sort, page }: SearchAddress): Savings {
  const { filters } = checkValues(values);
  const search = trpc.savings.search.useQuery(
    { ...filters, sortBy: sort, skip: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE },
    { enabled: filters !== null, placeholderData: keepPreviousData, networkMode: 'always' },
  );
  // The document may have brought what a visitor is shown: whoever turns out to be logged in gets their own answer.
  const isLoggedIn = Boolean(trpc.viewer.user.useQuery().data);
  const asksAgain = isLoggedIn && filters !== null;
  const { refetch } = search;
  useEffect(() => {
    if (asksAgain) void refetch({ cancelRefetch: false });
  }, [asksAgain, refetch]);
  return {
    result: filters === null ? undefined : search.data,
    isEarlier: search.isPlaceholderData,
    isFetching: search.isFetching,
    failure: search.isError ? toFailure(search.error) : null,
    isRefused: filters === null,
    refetch: () => void search.refetch(),
  };
}
