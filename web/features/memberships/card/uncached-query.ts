/** Never returns a cached result, and fails immediately without a network. */
export const UNCACHED_QUERY = { staleTime: 0, gcTime: 0, networkMode: 'always' } as const;
