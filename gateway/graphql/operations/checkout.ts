import { z } from 'zod';
import { cardPurchaseInput } from '#server/checkout/card-purchase.schema.ts';
import { operation, withoutBlanks } from '../operation.ts';

export const checkoutOperations = [
  operation({
    name: 'BuyCard',
    kind: 'mutation',
    args: z.preprocess(withoutBlanks, cardPurchaseInput),
    call: (caller, purchase) => caller.checkout.buyCard(purchase),
    present: ({ purchaseId }) => ({ id: purchaseId }),
  }),
];
