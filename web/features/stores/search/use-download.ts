import { useMutation } from '@tanstack/react-query';
import type { SearchSort } from './search-address.ts';
import { type SearchValues, validateSearch } from './search-values.ts';

/** Downloads all matches as a file. Loads its code with the first download. */
export function useDownload() {
  return useMutation({
    // Fail immediately without a network, instead of waiting for one.
    networkMode: 'always',
    mutationFn: async ({ values, sort }: { values: SearchValues; sort: SearchSort }) =>
      (await import('./download-results.ts')).downloadResults({
        ...validateSearch(values).filters,
        sortBy: sort,
      }),
  });
}
