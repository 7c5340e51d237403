const LIFETIME_MS = 5_000;

/**
 * Reuses a result only for seconds, so that the first render can use the result in the document. Fails
 * immediately without a network.
 */
export const RECENT_CHECK = {
  // Show a failure that came with the document, instead of requesting again.
  retryOnMount: ({ state }: { state: { errorUpdateCount: number } }) => state.errorUpdateCount > 0,
  staleTime: LIFETIME_MS,
  gcTime: LIFETIME_MS,
  networkMode: 'always',
} as const;
