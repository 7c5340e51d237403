import { z } from 'zod';
import { nameLine, requiredLine } from '#server/lib/text.ts';

/**
 * The page can't read a card field's text, which stays in Stripe's iframe. The form holds one of these states
 * instead, or Stripe's error message, such as 'Your card number is invalid.'.
 */
export const CARD_FIELD_STATES = {
  empty: 'empty',
  incomplete: 'incomplete',
  complete: 'complete',
} as const;

const cardPart = z.string().superRefine((state, { addIssue }) => {
  if (state === CARD_FIELD_STATES.complete) return;
  if (state === CARD_FIELD_STATES.empty) addIssue('Required Field');
  else addIssue(state === CARD_FIELD_STATES.incomplete ? 'Please complete this field' : state);
});

export const cardFields = z.object({
  stripeName: nameLine('Required Field'),
  stripeCard: cardPart,
  stripeExpiry: cardPart,
  stripeCVC: cardPart,
  stripeZip: requiredLine('Required Field', 12),
});
export type CardFields = z.infer<typeof cardFields>;

export const emptyCard: CardFields = {
  stripeName: '',
  stripeCard: CARD_FIELD_STATES.empty,
  stripeExpiry: CARD_FIELD_STATES.empty,
  stripeCVC: CARD_FIELD_STATES.empty,
  stripeZip: '',
};

/** A draft never contains these fields, not even the cardholder's name. */
export const CARD_FIELD_NAMES = [
  'stripeName',
  'stripeCard',
  'stripeExpiry',
  'stripeCVC',
  'stripeZip',
] as const;
