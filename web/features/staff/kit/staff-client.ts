import { trpc } from '#web/lib/trpc.ts';

/** Returns a client for calling procedures outside of hooks. */
export function useStaffClient() {
  return trpc.useUtils().client;
}

/**
 * Returns a function that refetches all data: the console's, and the site's, which shows some of the same
 * data.
 */
export function useRefreshStaff() {
  const utils = trpc.useUtils();
  return () => utils.invalidate();
}
