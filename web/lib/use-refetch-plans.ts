import { trpc } from './trpc.ts';

/**
 * Returns a function that refetches everything on screen that depends on memberships and plans: their state,
 * what is due for them, and what the account may do. Call it after every change of one.
 */
export function useRefetchPlans(): () => Promise<unknown> {
  const { memberships, businessPlans, businesses, corporate, billing, viewer } = trpc.useUtils();
  const routers = [memberships, businessPlans, businesses, corporate, billing, viewer];
  return () => Promise.all(routers.map((router) => router.invalidate()));
}
