import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { nextHistoryNote, readHistoryNote } from '#web/lib/history-state.ts';
import { landingStep, stepBefore, type WizardStep } from './wizard-steps.ts';

const PARAM = 'step';

/**
 * Chooses the page to show: the one in the URL (`?step=payment`), if the values allow it. Decided only when the URL
 * changes, so that typing never leads back to an earlier page.
 */
export function useWizardStep<V, S extends WizardStep<V>>(steps: readonly [S, ...S[]], values: V) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const requestedId = params.get(PARAM);

  const land = () => ({ requestedId, id: landingStep<V, S>(steps, values, requestedId).id });
  const [shown, setShown] = useState(land);
  if (shown.requestedId !== requestedId) setShown(land());

  function address(id: string) {
    const next = new URLSearchParams(params);
    next.set(PARAM, id);
    return { search: `?${next}` };
  }

  useEffect(() => {
    if (requestedId !== null && shown.requestedId === requestedId && shown.id !== requestedId) {
      void navigate(address(shown.id), { replace: true, state });
    }
  });

  return {
    current: steps.find((step) => step.id === shown.id) ?? steps[0],
    go(id: string) {
      if (id !== shown.id) void navigate(address(id), { state: nextHistoryNote(state, shown.id) });
    },
    /** Uses the browser history if it holds the previous page, so that Back and Previous agree. */
    previous() {
      const before = stepBefore(steps, values, shown.id);
      if (before === undefined) return;
      if (readHistoryNote(state).wizardFrom === before.id) void navigate(-1);
      else void navigate(address(before.id), { replace: true, state });
    },
  };
}
