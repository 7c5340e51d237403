/** Never serve a cached answer, and fail at once without a network. */
export const ASK_NOW = { staleTime: 0, gcTime: 0, networkMode: 'always' } as const;
