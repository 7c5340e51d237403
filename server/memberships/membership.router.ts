import { z } from 'zod';
import { accountProcedure, router } from '../trpc.ts';
import { numberInput, ownMembership } from './membership.schema.ts';
import { cancelMembership, listOwnMemberships } from './membership.service.ts';
import { digitalCard } from './wallet/digital-card.schema.ts';
import { getDigitalCard } from './wallet/digital-card.service.ts';
import { googlePass, walletSetup } from './wallet/wallet-pass.schema.ts';
import { getWalletSetup, issueGooglePass } from './wallet/wallet-pass.service.ts';

export const membershipsRouter = router({
  /** The signed-in account's memberships (SPEC section 2, Memberships). */
  mine: accountProcedure
    .output(z.array(ownMembership))
    .query(({ ctx }) => listOwnMemberships(ctx.deps.db, ctx.account.id, ctx.deps.now())),
  /** The owner's digital card (SPEC section 2, Card modal). */
  card: accountProcedure
    .input(numberInput)
    .output(digitalCard)
    .query(({ ctx, input }) => getDigitalCard(ctx.deps, ctx.account.id, input.number)),
  /** Whether telephones take the passes that we sign. */
  wallets: accountProcedure.output(walletSetup).query(({ ctx }) => getWalletSetup(ctx.deps)),
  /** The owner's card for Google Wallet. */
  googlePass: accountProcedure
    .input(numberInput)
    .output(googlePass)
    .query(({ ctx, input }) => issueGooglePass(ctx.deps, ctx.account.id, input.number)),
  /** Ends the owner's membership with its period; answers true. */
  cancel: accountProcedure
    .input(numberInput)
    .output(z.literal(true))
    .mutation(async ({ ctx, input }) => {
      await cancelMembership(ctx.deps, ctx.account, input.number);
      return true as const;
    }),
});
