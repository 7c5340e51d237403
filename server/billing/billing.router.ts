import { z } from 'zod';
import { accountProcedure, router } from '../trpc.ts';
import { billedSubscription } from './billing.schema.ts';
import { listBilled } from './billing.service.ts';

export const billingRouter = router({
  /** What the account pays for, with the cards and the open bills. */
  mine: accountProcedure
    .output(z.array(billedSubscription))
    .query(({ ctx }) => listBilled(ctx.deps.db, ctx.account.id, ctx.deps.now())),
});
