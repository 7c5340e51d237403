import { useMutation } from '@tanstack/react-query';
import { type SearchValues, validateSearch } from './search-values.ts';

/** Downloads all matches as a file. The code is loaded with the first download. */
export function useDownload() {
  return useMutation({
    // Fail immediately without a network, instead of waiting for one.
    networkMode: 'always',
    mutationFn: async (values: SearchValues) =>
      (await import('./download-results.ts')).downloadResults(validateSearch(values).filters),
  });
}
