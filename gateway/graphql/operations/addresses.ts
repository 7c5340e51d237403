import { z } from 'zod';
import { operation, text } from '../define-operation.ts';

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
    // In the contract, null means 'not found'. If USPS didn't respond, return the address as entered (D36).
    present: ({ status, address }) => (status === 'not-found' ? null : address),
  }),
];
