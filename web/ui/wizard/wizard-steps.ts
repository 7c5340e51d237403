import { type FieldErrors, type FormSchema, hasErrors, validate } from '#web/ui/form/validation.ts';

/** The logic of a wizard page, without its rendering. */
export interface WizardStep<V> {
  id: string;
  /** The wizard skips the page while this returns false. */
  condition?: ((values: V) => boolean) | undefined;
  schema?: FormSchema<V>;
  /** The page's top-level fields. A server error in one of them makes the wizard show this page. */
  fields: readonly string[];
}

type Steps<V, S extends WizardStep<V>> = readonly [S, ...S[]];

const isShown = <V>(step: WizardStep<V>, values: V) => step.condition === undefined || step.condition(values);

export function listShownSteps<V, S extends WizardStep<V>>(steps: readonly S[], values: V): S[] {
  return steps.filter((step) => isShown(step, values));
}

/** Returns the next shown page after `id`, which may be a page that is now skipped. */
export function findStepAfter<V, S extends WizardStep<V>>(
  steps: readonly S[],
  values: V,
  id: string,
): S | undefined {
  const index = steps.findIndex((step) => step.id === id);
  return steps.slice(index + 1).find((step) => isShown(step, values));
}

export function findStepBefore<V, S extends WizardStep<V>>(
  steps: readonly S[],
  values: V,
  id: string,
): S | undefined {
  const index = steps.findIndex((step) => step.id === id);
  return steps.slice(0, Math.max(index, 0)).findLast((step) => isShown(step, values));
}

export function validateStep<V>(step: WizardStep<V>, values: V): FieldErrors {
  return validate(step.schema, values);
}

/** Returns the first shown page that has errors. With `id`, considers only the pages before it. */
export function findFirstInvalid<V, S extends WizardStep<V>>(
  steps: readonly S[],
  values: V,
  id?: string,
): S | undefined {
  const endIndex = id === undefined ? steps.length : steps.findIndex((step) => step.id === id);
  return listShownSteps(steps.slice(0, endIndex), values).find((step) =>
    hasErrors(validateStep(step, values)),
  );
}

/**
 * Returns the page to show when one is requested: an earlier page if it has errors, so that nobody pays
 * before entering an address; the first page if the requested one is skipped.
 */
export function chooseLandingStep<V, S extends WizardStep<V>>(
  steps: Steps<V, S>,
  values: V,
  requestedId: string | null,
): S {
  const visibleSteps = listShownSteps(steps, values);
  const firstStep = visibleSteps[0] ?? steps[0];
  const requestedStep = visibleSteps.find((step) => step.id === requestedId) ?? firstStep;
  return findFirstInvalid(steps, values, requestedStep.id) ?? requestedStep;
}

/** Returns the first shown page that has one of the server's field errors. */
export function findStepWithError<V, S extends WizardStep<V>>(
  steps: readonly S[],
  values: V,
  errors: FieldErrors,
): S | undefined {
  const fields = Object.keys(errors).map((path) => path.split('.')[0]);
  return listShownSteps(steps, values).find((step) => step.fields.some((field) => fields.includes(field)));
}
