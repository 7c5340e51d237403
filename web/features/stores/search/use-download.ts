import { useMutation } from '@tanstack/react-query';
import { checkValues, type SearchValues } from './search-values.ts';

/** Every match of a search as a file; its code is fetched with the first one. */
export function useDownload() {
  return useMutation({
    // Without a network it fails, and says so, instead of waiting for one.
    networkMode: 'always',
    mutationFn: async (values: SearchValues) =>
      (await import('./download-results.ts')).downloadResults(checkValues(values).filters),
  });
}
