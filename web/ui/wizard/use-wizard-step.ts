import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { nextHistoryState, readHistoryState } from '#web/lib/history-state.ts';
import { useLateNavigate } from '#web/lib/late-navigation.ts';
import { chooseLandingStep, findStepBefore, type WizardStep } from './wizard-steps.ts';

export const STEP_PARAM = 'step';

/**
 * Chooses the page to show: the one in the URL (`?step=payment`) if the values allow it. Chooses again only
 * when the location changes, so that typing never jumps to an earlier page.
 */
export function useWizardStep<V, S extends WizardStep<V>>(steps: readonly [S, ...S[]], values: V) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const navigateLate = useLateNavigate();
  const { key, state } = useLocation();
  const requestedId = params.get(STEP_PARAM);

  const chooseStep = () => ({ key, id: chooseLandingStep<V, S>(steps, values, requestedId).id });
  const [shownStep, setShownStep] = useState(chooseStep);
  if (shownStep.key !== key) setShownStep(chooseStep());

  // Computed only when the wizard opens.
  const [fallbackId] = useState(() => (isBefore(steps, shownStep.id, requestedId) ? shownStep.id : null));

  function buildStepUrl(id: string) {
    const newParams = new URLSearchParams(params);
    newParams.set(STEP_PARAM, id);
    return { search: `?${newParams}` };
  }

  const linkTo = (id: string) => ({ to: buildStepUrl(id), state: nextHistoryState(state, shownStep.id) });

  // Corrects the URL if it requests a page that can't be opened yet.
  useEffect(() => {
    if (requestedId !== null && shownStep.id !== requestedId)
      navigateLate(buildStepUrl(shownStep.id), { replace: true, state });
  });

  return {
    current: steps.find((step) => step.id === shownStep.id) ?? steps[0],
    /** The page that the wizard opened with, if it is before the requested one. Null otherwise. */
    fallbackId,
    linkTo,
    go(id: string) {
      const { to, state } = linkTo(id);
      if (id !== shownStep.id) void navigate(to, { state });
    },
    /**
     * Goes back in the browser history if the previous page is there, so that Back and Previous do the same.
     */
    previous() {
      const previousStep = findStepBefore(steps, values, shownStep.id);
      if (previousStep === undefined) return;
      if (readHistoryState(state).wizardFrom === previousStep.id) void navigate(-1);
      else void navigate(buildStepUrl(previousStep.id), { replace: true, state });
    },
  };
}

function isBefore(steps: readonly { id: string }[], id: string, requestedId: string | null): boolean {
  const requestedIndex = steps.findIndex((step) => step.id === requestedId);
  return steps.findIndex((step) => step.id === id) < requestedIndex;
}
