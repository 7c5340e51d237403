import type { Referrer } from '#server/domains/affiliates/reference.schema.ts';
import { formatPersonName } from '#server/lib/same-person.ts';
import { trpc } from '#web/lib/trpc.ts';
import { isChosenReference, type ReferenceValues } from './reference-values.ts';

/**
 * How long a result is reused. Pressing Next right after typing looks up the same text twice: once on blur
 * and once when the page is completed.
 */
const RESULT_MAX_AGE_MS = 10_000;

export interface ReferenceLookup {
  /** Returns the referrer whose reference code or email equals the text. */
  find(text: string): Promise<Referrer | undefined>;
  /**
   * Replaces typed text with the referrer it names. Needed if the buyer presses Next before the field's own
   * lookup is done.
   */
  complete(values: Pick<ReferenceValues, 'reference'>): Promise<Partial<ReferenceValues>>;
}

/** Accepts an exact reference code or email without a choice from the list (D56). */
export function useReferenceLookup(): ReferenceLookup {
  const utils = trpc.useUtils();

  async function find(text: string) {
    const value = text.trim();
    const referrers = await utils.affiliates.searchReferences
      .fetch({ value }, { staleTime: RESULT_MAX_AGE_MS })
      .catch(() => []);
    return referrers.find((referrer) => isExactly(value, referrer));
  }

  return {
    find,
    async complete({ reference }) {
      if (!reference || isChosenReference(reference)) return {};
      const referrer = await find(reference);
      return referrer ? { reference: referrer.id, referenceLabel: referrerLabel(referrer) } : {};
    },
  };
}

/** Formats a search result as 'first last - email'. */
export function referrerLabel({ firstname, lastname, email }: Referrer): string {
  return `${formatPersonName({ firstname, lastname })} - ${email}`;
}

/**
 * A masked email never matches. The server returns the full email only to staff and to callers who typed it
 * in full (D5).
 */
function isExactly(text: string, { referenceCode, email }: Referrer): boolean {
  return [referenceCode, email].some((value) => value?.toLowerCase() === text.toLowerCase());
}
