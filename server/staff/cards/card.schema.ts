import { z } from 'zod';
import {
  cardShipment,
  MAX_CARDS_PER_RUN,
} from '../../domains/memberships/physical-card/card-shipment.schema.ts';
import { cardAddress } from '../../domains/memberships/physical-card/physical-card.schema.ts';
import { usAddressRules } from '../../lib/address.schema.ts';
import { timelineEntry } from '../kit/timeline.schema.ts';

export const cardId = z.object({ id: z.uuid() });

export const cardIds = z.object({
  ids: z
    .array(z.uuid())
    .min(1, 'Please choose a card')
    .max(MAX_CARDS_PER_RUN, `Please choose at most ${MAX_CARDS_PER_RUN} cards`)
    .transform((ids) => [...new Set(ids)]),
});

export const requeueInput = z.object({ id: z.uuid(), ...cardAddress.shape }).check(usAddressRules);

export const cardDetail = cardShipment.extend({ timeline: z.array(timelineEntry) });
export type CardDetail = z.infer<typeof cardDetail>;

export const printRun = z.object({
  id: z.uuid(),
  printedAt: z.date(),
  cards: z.array(cardShipment),
  timeline: z.array(timelineEntry),
});
export type PrintRunDetail = z.infer<typeof printRun>;
