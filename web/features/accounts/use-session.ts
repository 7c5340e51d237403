import { useQueryClient } from '@tanstack/react-query';
import { trpc } from '#web/lib/trpc.ts';
import { removeAllDrafts } from '#web/ui/wizard/stored-drafts.ts';

/**
 * What the app does when somebody logged in or out: everything shown is fetched anew in place, so that a form that
 * is being filled in keeps its values, and what is not shown is forgotten.
 */
export function useFreshData() {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries();
    queries.removeQueries({ type: 'inactive' });
  };
}

/** Logs out; what the person filled in goes from this browser too. */
export function useLogout() {
  const utils = trpc.useUtils();
  const showFresh = useFreshData();
  return trpc.accounts.logout.useMutation({
    onSuccess: async () => {
      removeAllDrafts(sessionStorage);
      utils.viewer.user.setData(undefined, null);
      await showFresh();
    },
  });
}
