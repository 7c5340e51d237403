import { useLocation, useNavigate } from 'react-router';
import { readNewestLocation } from '#web/lib/late-navigation.ts';
import { STEP_PARAM } from './use-wizard-step.ts';

/** Returns the query string without the wizard's page. */
export function withoutStep(search: string): string {
  const params = new URLSearchParams(search);
  params.delete(STEP_PARAM);
  return params.toString();
}

/**
 * Returns a function that replaces the wizard's address with the address of its completion, so that Back
 * doesn't return to a Purchase button. It does nothing if the visitor has left the wizard during the purchase.
 * Going back within the wizard isn't leaving it: nobody should purchase again from there.
 */
export function useCompletion() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (completedSearch: string) => {
    const { location } = window;
    const hasLeft = location.pathname !== pathname || withoutStep(location.search) !== withoutStep(search);
    if (hasLeft) return;
    void navigate({ search: completedSearch }, { replace: true, state: readNewestLocation().state });
  };
}
