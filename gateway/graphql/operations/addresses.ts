import { z } from 'zod';
import { operation, text } from '../operation.ts';

export const addressOperations = [
  operation({
    name: 'ValidateAddress',
    kind: 'query',
    args: z.object({
      street1: text,
      street2: text,
      city: text,
      state: text,
      zip: text,
      country: z.string().nullish(),
    }),
    call: (caller, address) => caller.addresses.validate(address),
    // Null is the contract's 'could not find'; where nobody could be asked, the address stands as given (D36).
    present: ({ status, address }) => (status === 'not-found' ? null : address),
  }),
];
