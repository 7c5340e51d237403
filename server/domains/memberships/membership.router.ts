import { z } from 'zod';
import { accountProcedure, router } from '../../platform/trpc.ts';
import { cancelMembership, resumeMembership } from './cancellation.service.ts';
import { editFamilyInput } from './family.schema.ts';
import { editFamily } from './family.service.ts';
import { cancelInput, numberInput, ownMembership } from './membership.schema.ts';
import { listOwnMemberships } from './membership.service.ts';
import { digitalCard } from './wallet/digital-card.schema.ts';
import { getDigitalCard } from './wallet/digital-card.service.ts';
import { googlePass, walletSetup } from './wallet/wallet-pass.schema.ts';
import { getWalletSetup, issueGooglePass } from './wallet/wallet-pass.service.ts';

export const membershipsRouter = router({
  mine: accountProcedure
    .output(z.array(ownMembership))
    .query(({ ctx }) => listOwnMemberships(ctx.deps.db, ctx.account.id, ctx.deps.now())),
  card: accountProcedure
    .input(numberInput)
    .output(digitalCard)
    .query(({ ctx, input }) => getDigitalCard(ctx.deps, ctx.account.id, input.number)),
  wallets: accountProcedure.output(walletSetup).query(({ ctx }) => getWalletSetup(ctx.deps)),
  googlePass: accountProcedure
    .input(numberInput)
    .output(googlePass)
    .query(({ ctx, input }) => issueGooglePass(ctx.deps, ctx.account.id, input.number)),
  cancel: accountProcedure
    .input(cancelInput)
    .output(z.literal(true))
    .mutation(async ({ ctx, input }) => {
      await cancelMembership(ctx.deps, ctx.account, input);
      return true as const;
    }),
  /** Replaces the names of the spouse and the other family members. */
  editFamily: accountProcedure
    .input(editFamilyInput)
    .output(z.literal(true))
    .mutation(async ({ ctx, input: { number, ...names } }) => {
      await editFamily(ctx.deps, ctx.account.id, number, names);
      return true as const;
    }),
  /** Undoes a cancellation, as long as the membership hasn't ended. */
  resume: accountProcedure
    .input(numberInput)
    .output(z.literal(true))
    .mutation(async ({ ctx, input }) => {
      await resumeMembership(ctx.deps, ctx.account, input.number);
      return true as const;
    }),
});
