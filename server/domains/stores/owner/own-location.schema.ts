import { z } from 'zod';
import { addressFields, usAddressRules } from '../../../lib/address.schema.ts';
import { phoneLine } from '../../../lib/text.ts';
import { hoursInput, weekHours } from '../hours.schema.ts';
import { locationAddress } from '../location-address.schema.ts';

export const MAX_LOCATIONS = 50;

const version = z.string().max(20);

/** Adds a location if `id` is null. A change is refused if the location has changed since it was read. */
export const ownLocationInput = z
  .object({
    id: z.uuid().nullable(),
    version,
    phone: phoneLine('Required Field'),
    ...addressFields('Required Field'),
    hours: hoursInput,
  })
  .check((payload) => usAddressRules(payload));
export type OwnLocationInput = z.infer<typeof ownLocationInput>;

export const locationRemoval = z.object({ id: z.uuid(), version });

export const ownLocation = z.object({
  id: z.uuid(),
  version,
  ...locationAddress,
  hours: weekHours.nullable(),
});
export type OwnLocation = z.infer<typeof ownLocation>;
