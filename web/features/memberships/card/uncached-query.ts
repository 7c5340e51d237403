/** Never serve a cached answer, and fail at once without a network. */
export const UNCACHED_QUERY = { staleTime: 0, gcTime: 0, networkMode: 'always' } as const;
