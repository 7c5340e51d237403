/** Asks afresh each time: an answer from a while ago may be wrong by now, and waiting for a network tells nothing. */
export const ASK_NOW = { staleTime: 0, gcTime: 0, networkMode: 'always' } as const;
