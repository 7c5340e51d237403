import { z } from 'zod';
import { requiredLine } from '#server/lib/text.ts';

/**
 * What the page knows of a part of the card: never what was typed, which stays in the payment provider's frame.
 * Anything but these three is the provider's own message about it ('Your card number is invalid.').
 */
export const CARD_PART = { empty: 'empty', incomplete: 'incomplete', complete: 'complete' } as const;

const cardPart = z.string().superRefine((state, { addIssue }) => {
  if (state === CARD_PART.complete) return;
  if (state === CARD_PART.empty) addIssue('Required Field');
  else addIssue(state === CARD_PART.incomplete ? 'Please complete this field' : state);
});

/** The payment fields under the names of the specification (section 5, affiliate/card payment). */
export const cardFields = z.object({
  stripeName: requiredLine('Required Field'),
  stripeCard: cardPart,
  stripeExpiry: cardPart,
  stripeCVC: cardPart,
  stripeZip: requiredLine('Required Field', 12),
});
export type CardFields = z.infer<typeof cardFields>;

export const emptyCard: CardFields = {
  stripeName: '',
  stripeCard: CARD_PART.empty,
  stripeExpiry: CARD_PART.empty,
  stripeCVC: CARD_PART.empty,
  stripeZip: '',
};

/** None of it is ever stored, the holder's name included. */
export const CARD_FIELD_NAMES = [
  'stripeName',
  'stripeCard',
  'stripeExpiry',
  'stripeCVC',
  'stripeZip',
] as const;
