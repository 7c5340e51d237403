const LIFETIME_MS = 5_000;

/**
 * Reuses a result for only a few seconds: long enough for the first render to use the result in the server's
 * HTML. Fails immediately without a network.
 */
export const RECENT_CHECK = {
  // If the server's HTML contains a failure, show it instead of requesting again.
  retryOnMount: ({ state }: { state: { errorUpdateCount: number } }) => state.errorUpdateCount > 0,
  staleTime: LIFETIME_MS,
  gcTime: LIFETIME_MS,
  networkMode: 'always',
} as const;
