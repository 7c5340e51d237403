import { z } from 'zod';

/** 'waiting': not printed yet. 'returned': the card was sent, but came back undelivered. */
export const shipmentStep = z.enum(['waiting', 'printed', 'sent', 'returned']);
export type ShipmentStep = z.infer<typeof shipmentStep>;

/** A physical card on its way to its holder. */
export const cardShipment = z.object({
  id: z.uuid(),
  membershipId: z.uuid(),
  /** Formatted as XXXX-XXXX-XXXX. */
  number: z.string(),
  planName: z.string(),
  /** The name printed on the card. */
  name: z.string(),
  expiresAt: z.date(),
  /** The label of the membership's state. Staff don't have to ship the card of an ended membership. */
  standing: z.string(),
  recipient: z.string(),
  email: z.string(),
  address: z.object({
    street1: z.string(),
    street2: z.string().nullable(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
    country: z.string(),
  }),
  isReplacement: z.boolean(),
  step: shipmentStep,
  requestedAt: z.date(),
  printRunId: z.uuid().nullable(),
  sentAt: z.date().nullable(),
  returnedAt: z.date().nullable(),
});
export type CardShipment = z.infer<typeof cardShipment>;

export function getShipmentStep({
  printRunId,
  sentAt,
  returnedAt,
}: Pick<CardShipment, 'printRunId' | 'sentAt' | 'returnedAt'>): ShipmentStep {
  if (returnedAt) return 'returned';
  if (sentAt) return 'sent';
  return printRunId ? 'printed' : 'waiting';
}

/** More cards would keep the thread that draws PDFs busy for too long. */
export const MAX_CARDS_PER_RUN = 100;
