import { z } from 'zod';

export interface ReferenceValues {
  /** The referrer's account id, or the typed text until a referrer is chosen. */
  reference: string | null;
  /** The text in the box: the chosen referrer's label, or what the buyer typed. */
  referenceLabel: string;
  /**
   * The referral code that was already applied. It is applied only once, so that it can't overwrite the
   * buyer's own choice.
   */
  referralCode: string;
}

export const noReference: ReferenceValues = { reference: null, referenceLabel: '', referralCode: '' };

/** Fills in the referrer that a reopened purchase was submitted with, if there was one. */
export function toReferenceValues(referrer: { id: string; label: string } | null): Partial<ReferenceValues> {
  return referrer === null ? {} : { reference: referrer.id, referenceLabel: referrer.label };
}

export const NOT_CHOSEN = 'Please choose a reference from the list';

export const isChosenReference = (value: unknown) => z.uuid().safeParse(value).success;

const referenceField = z.object({ reference: z.string().nullish() });

/** Makes a page refuse text that names no referrer. The server alone would also accept a reference code. */
export function withChosenReference<T extends z.ZodType>(page: T): T {
  return page.refine(
    (values) => {
      const { reference } = referenceField.parse(values);
      return !reference || isChosenReference(reference);
    },
    { path: ['reference'], error: NOT_CHOSEN, when: () => true },
  );
}
