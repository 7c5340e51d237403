import type { Trx } from '#db/client.ts';
import { newId } from '../lib/ids.ts';
import { insertCardRequest } from './physical-card.repository.ts';

export interface CardRequest {
  membershipId: string;
  /** The name on the envelope. */
  recipient: string;
  address: {
    street1: string;
    street2: string | null;
    city: string;
    state: string;
    zip: string;
    country: string;
  };
  requestedAt: Date;
  isReplacement: boolean;
}

/** Puts a card into the shipping queue; false where the membership's first card is there already (DESIGN D29). */
export async function queuePhysicalCard(trx: Trx, request: CardRequest): Promise<boolean> {
  const { address, ...rest } = request;
  const { street1, street2, city, state, zip, country } = address;
  return insertCardRequest(trx, { ...rest, street1, street2, city, state, zip, country, id: newId() });
}
