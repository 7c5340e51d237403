import { z } from 'zod';
import { quote } from '../../../catalog/quote.schema.ts';
import { optionalToken } from '../../purchase/purchase.schema.ts';
import { cardCount, employeeList, keepsRepeated, shownPrice } from '../corporate/corporate.schema.ts';

/**
 * The seats were priced for the period that ends at `periodEnd`. `yearlyCents` is the renewal price per card.
 */
export const storedSeatsCart = z.object({
  companyId: z.uuid(),
  companyName: z.string(),
  subscriptionId: z.uuid(),
  periodEnd: z.iso.datetime(),
  yearlyCents: z.object({ personal: z.int(), family: z.int() }),
  employees: employeeList,
});
export type StoredSeatsCart = z.infer<typeof storedSeatsCart>;

export const seatsQuoteInput = z.object({ personal: cardCount, family: cardCount });

/** The price of added cards, for the rest of the paid year. It is charged once. */
export const seatsQuote = z.object({
  quote,
  /** Whole days from today to the end of the paid period. */
  days: z.int(),
  periodDays: z.int(),
  until: z.date(),
  /** What all added cards together cost at each renewal. 0 if the plan won't renew. */
  yearlyCents: z.int(),
});
export type SeatsQuote = z.infer<typeof seatsQuote>;

const name = z.string().nullable();
/** The people whose cards the next renewal charges. */
export const cardPeople = z.array(z.object({ firstname: name, lastname: name, phone: name, email: name }));

export const addSeatsInput = z.object({
  employees: employeeList,
  keepsRepeated,
  token: optionalToken,
  ...shownPrice.shape,
});
export type AddSeatsInput = z.output<typeof addSeatsInput>;
