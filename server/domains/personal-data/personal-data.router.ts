import { z } from 'zod';
import { accountProcedure, router } from '../../platform/trpc.ts';
import { deleteAccount, getDeletionStanding } from './account-deletion.service.ts';
import { deletionInput, deletionStanding } from './personal-data.schema.ts';

export const personalDataRouter = router({
  deletionStanding: accountProcedure
    .output(deletionStanding)
    .query(({ ctx: { deps, account } }) => getDeletionStanding(deps.db, account.id, deps.now())),

  deleteAccount: accountProcedure
    .input(deletionInput)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteAccount(ctx, input)),
});
