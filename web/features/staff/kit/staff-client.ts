import { trpc } from '#web/lib/trpc.ts';

/** Calls procedures outside of hooks. */
export function useStaffClient() {
  return trpc.useUtils().client;
}

/** Returns a function that refetches the console and the site, which shows some of its data. */
export function useRefreshStaff() {
  const utils = trpc.useUtils();
  return () => utils.invalidate();
}
