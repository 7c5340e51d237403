const LIFETIME_MS = 5_000;

/**
 * A result is shown again only within seconds, as on the first render of a document that contains it. Fails immediately
 * without a network.
 */
export const RECENT_CHECK = {
  // A failure that came with the document is shown, and not requested again.
  retryOnMount: ({ state }: { state: { errorUpdateCount: number } }) => state.errorUpdateCount > 0,
  staleTime: LIFETIME_MS,
  gcTime: LIFETIME_MS,
  networkMode: 'always',
} as const;
