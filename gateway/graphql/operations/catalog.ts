import { z } from 'zod';
import { operation } from '../define-operation.ts';

export const catalogOperations = [
  operation({
    name: 'isPromoCodeValid',
    kind: 'query',
    args: z.object({ id: z.string() }),
    call: (caller, { id }) => caller.catalog.promoCode({ id }),
    // `amountOff` and `amount_off` are both in cents.
    present: ({ id, amountOff, percentOff, valid }) => ({
      id,
      amount_off: amountOff,
      percent_off: percentOff,
      valid,
    }),
  }),
];
