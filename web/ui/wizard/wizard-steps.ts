import { type FieldErrors, type FormSchema, hasErrors, validate } from '#web/ui/form/validation.ts';

/** The part of a wizard page that is not visual: its condition, schema, and fields. */
export interface WizardStep<V> {
  id: string;
  /** The page is skipped while this returns false. */
  condition?: ((values: V) => boolean) | undefined;
  schema?: FormSchema<V>;
  /** The page's top-level fields. Server errors at them lead to this page. */
  fields: readonly string[];
}

type Steps<V, S extends WizardStep<V>> = readonly [S, ...S[]];

const isShown = <V>(step: WizardStep<V>, values: V) => step.condition === undefined || step.condition(values);

export function shownSteps<V, S extends WizardStep<V>>(steps: readonly S[], values: V): S[] {
  return steps.filter((step) => isShown(step, values));
}

/** The next shown page after `id`, which may itself be skipped now. */
export function stepAfter<V, S extends WizardStep<V>>(
  steps: readonly S[],
  values: V,
  id: string,
): S | undefined {
  const index = steps.findIndex((step) => step.id === id);
  return steps.slice(index + 1).find((step) => isShown(step, values));
}

export function stepBefore<V, S extends WizardStep<V>>(
  steps: readonly S[],
  values: V,
  id: string,
): S | undefined {
  const at = steps.findIndex((step) => step.id === id);
  return steps.slice(0, Math.max(at, 0)).findLast((step) => isShown(step, values));
}

export function stepErrors<V>(step: WizardStep<V>, values: V): FieldErrors {
  return validate(step.schema, values);
}

/** The first shown page with errors before `id`, or of all pages. */
export function firstInvalid<V, S extends WizardStep<V>>(
  steps: readonly S[],
  values: V,
  id?: string,
): S | undefined {
  const endIndex = id === undefined ? steps.length : steps.findIndex((step) => step.id === id);
  return shownSteps(steps.slice(0, endIndex), values).find((step) => hasErrors(stepErrors(step, values)));
}

/**
 * The page to show for a requested one: the first page if it is skipped, or an earlier page with errors, so that nobody
 * pays before giving an address.
 */
export function landingStep<V, S extends WizardStep<V>>(
  steps: Steps<V, S>,
  values: V,
  requestedId: string | null,
): S {
  const visibleSteps = shownSteps(steps, values);
  const first = visibleSteps[0] ?? steps[0];
  const requested = visibleSteps.find((step) => step.id === requestedId) ?? first;
  return firstInvalid(steps, values, requested.id) ?? requested;
}

/** The page with the first of the server's field errors. */
export function findStepWithError<V, S extends WizardStep<V>>(
  steps: readonly S[],
  values: V,
  errors: FieldErrors,
): S | undefined {
  const fields = Object.keys(errors).map((path) => path.split('.')[0]);
  return shownSteps(steps, values).find((step) => step.fields.some((field) => fields.includes(field)));
}
