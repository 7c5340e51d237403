import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  chooseLandingStep,
  findFirstInvalid,
  findStepAfter,
  findStepBefore,
  findStepWithError,
  listShownSteps,
  validateStep,
  type WizardStep,
} from '#web/ui/wizard/wizard-steps.ts';

/** Whether each page is shown, and whether it is valid. */
interface Values {
  isShown: boolean[];
  right: boolean[];
}

function makeSteps(count: number): [WizardStep<Values>, ...WizardStep<Values>[]] {
  const step = (index: number): WizardStep<Values> => ({
    id: `page-${index}`,
    // The first page is always shown, as in every wizard.
    condition: index === 0 ? undefined : (values) => values.isShown[index] === true,
    schema: z
      .object({ right: z.array(z.boolean()) })
      .refine(({ right }) => right[index], { message: 'Required', path: [`field-${index}`] }),
    fields: [`field-${index}`],
  });
  return [step(0), ...Array.from({ length: count - 1 }, (_, index) => step(index + 1))];
}

const wizard = fc.integer({ min: 1, max: 8 }).chain((count) =>
  fc.record({
    steps: fc.constant(makeSteps(count)),
    values: fc.record({
      isShown: fc.array(fc.boolean(), { minLength: count, maxLength: count }),
      right: fc.array(fc.boolean(), { minLength: count, maxLength: count }),
    }),
    wanted: fc.option(fc.integer({ min: 0, max: count }).map((index) => `page-${index}`)),
  }),
);

describe('[S4 wizards] the order of a wizard’s pages', () => {
  test('shows each page whose condition is met once and in order', () => {
    fc.assert(
      fc.property(wizard, ({ steps, values }) => {
        const visitedIds: string[] = [];
        for (
          let step: WizardStep<Values> | undefined = steps[0];
          step;
          step = findStepAfter(steps, values, step.id)
        ) {
          visitedIds.push(step.id);
        }
        expect(visitedIds).toEqual(listShownSteps(steps, values).map(({ id }) => id));
      }),
    );
  });

  test('is reversed by going back', () => {
    fc.assert(
      fc.property(wizard, ({ steps, values }) => {
        for (const step of listShownSteps(steps, values)) {
          const next = findStepAfter(steps, values, step.id);
          if (next) expect(findStepBefore(steps, values, next.id)?.id).toBe(step.id);
        }
        expect(findStepBefore(steps, values, steps[0].id)).toBeUndefined();
      }),
    );
  });

  test('never lets a URL open a skipped page, or a page after one with errors', () => {
    fc.assert(
      fc.property(wizard, ({ steps, values, wanted: requestedId }) => {
        const landingId = chooseLandingStep(steps, values, requestedId);
        const visibleSteps = listShownSteps(steps, values);
        expect(visibleSteps).toContain(landingId);
        const earlierIds = visibleSteps.slice(0, visibleSteps.indexOf(landingId));
        expect(earlierIds.filter((step) => Object.keys(validateStep(step, values)).length > 0)).toEqual([]);
      }),
    );
  });

  test('lets a URL open its page if all earlier pages are valid', () => {
    fc.assert(
      fc.property(wizard, ({ steps, values }) => {
        const allRight = { ...values, right: values.right.map(() => true) };
        for (const step of listShownSteps(steps, allRight)) {
          expect(chooseLandingStep(steps, allRight, step.id)).toBe(step);
        }
      }),
    );
  });

  test('ignores the errors of a skipped page', () => {
    fc.assert(
      fc.property(wizard, ({ steps, values }) => {
        const invalidId = findFirstInvalid(steps, values);
        const expected = listShownSteps(steps, values).find(
          (step) => values.right[steps.indexOf(step)] === false,
        );
        expect(invalidId).toBe(expected);
      }),
    );
  });

  test("leads from the server's field errors to the page with the field, also in lists", () => {
    const steps: WizardStep<object>[] = [
      { id: 'shipping', fields: ['street1', 'zip'] },
      { id: 'hidden', fields: ['members'], condition: () => false },
      { id: 'family', fields: ['members'] },
    ];
    expect(findStepWithError(steps, {}, { 'members.2.name': 'Required' })?.id).toBe('family');
    expect(findStepWithError(steps, {}, { token: 'Invalid' })).toBeUndefined();
    expect(findStepWithError(steps, {}, { 'members.0.name': 'Required', zip: 'Required' })?.id).toBe(
      'shipping',
    );
  });
});
