import { type FieldErrors, type FormSchema, hasErrors, validate } from '#web/ui/form/validation.ts';

/** What the order of a wizard's pages depends on; how a page looks is no part of it. */
export interface WizardStep<V> {
  id: string;
  /** The page is skipped, forwards and back, while this is false. */
  condition?: ((values: V) => boolean) | undefined;
  schema?: FormSchema<V>;
  /** The top-level fields that the page asks for: the server's errors at them lead here. */
  fields: readonly string[];
}

type Steps<V, S extends WizardStep<V>> = readonly [S, ...S[]];

const isShown = <V>(step: WizardStep<V>, values: V) => step.condition === undefined || step.condition(values);

export function shownSteps<V, S extends WizardStep<V>>(steps: readonly S[], values: V): S[] {
  return steps.filter((step) => isShown(step, values));
}

/** The next page to show, or none after the last. The page asked from need not be shown any more itself. */
export function stepAfter<V, S extends WizardStep<V>>(
  steps: readonly S[],
  values: V,
  id: string,
): S | undefined {
  const at = steps.findIndex((step) => step.id === id);
  return steps.slice(at + 1).find((step) => isShown(step, values));
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

/** The first page that is not right yet, among those shown before `id`, or among all. */
export function firstInvalid<V, S extends WizardStep<V>>(
  steps: readonly S[],
  values: V,
  id?: string,
): S | undefined {
  const end = id === undefined ? steps.length : steps.findIndex((step) => step.id === id);
  return shownSteps(steps.slice(0, end), values).find((step) => hasErrors(stepErrors(step, values)));
}

/**
 * The page to show for what the address asks: that page, unless it is skipped (then the first) or something before
 * it is not right yet (then that): nobody pays before saying where to.
 */
export function landingStep<V, S extends WizardStep<V>>(
  steps: Steps<V, S>,
  values: V,
  wanted: string | null,
): S {
  const shown = shownSteps(steps, values);
  const first = shown[0] ?? steps[0];
  const asked = shown.find((step) => step.id === wanted) ?? first;
  return firstInvalid(steps, values, asked.id) ?? asked;
}

/** The page that owns the first of the server's field errors, so that the error can be shown where it is mended. */
export function stepOwning<V, S extends WizardStep<V>>(
  steps: readonly S[],
  values: V,
  errors: FieldErrors,
): S | undefined {
  const names = Object.keys(errors).map((path) => path.split('.')[0]);
  return shownSteps(steps, values).find((step) => step.fields.some((field) => names.includes(field)));
}
