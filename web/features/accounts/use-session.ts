import { useQueryClient } from '@tanstack/react-query';
import { trpc } from '#web/lib/trpc.ts';
import { removeAllDrafts } from '#web/ui/wizard/stored-drafts.ts';

/**
 * Returns a function to call after login, logout, or another change of the account. It refetches the data on
 * screen without unmounting it, so that forms keep their values, and drops all other cached data.
 */
export function useRefreshData() {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries();
    queries.removeQueries({ type: 'inactive' });
  };
}

/** Logs out and deletes the form drafts in this tab. */
export function useLogout() {
  const utils = trpc.useUtils();
  const refreshData = useRefreshData();
  return trpc.accounts.logout.useMutation({
    onSuccess: async () => {
      removeAllDrafts(sessionStorage);
      utils.viewer.user.setData(undefined, null);
      await refreshData();
    },
  });
}
