import { trpc } from '#web/lib/trpc.ts';

/** Calls procedures outside of hooks. */
export function useStaffClient() {
  return trpc.useUtils().client;
}

/** Returns a function that refetches everything that the console shows. Call it after a change. */
export function useRefreshStaff() {
  const utils = trpc.useUtils();
  return () => utils.staff.invalidate();
}
