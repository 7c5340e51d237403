import { z } from 'zod';
import { operation } from '../operation.ts';

export const affiliateOperations = [
  operation({
    name: 'searchForReference',
    kind: 'query',
    args: z.object({ value: z.string() }),
    call: (caller, { value }) => caller.affiliates.searchReferences({ value }),
    present: (referrers) => referrers,
  }),
];
