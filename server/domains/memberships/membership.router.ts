import { z } from 'zod';
import { inTransaction } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { accountProcedure, router } from '../../platform/trpc.ts';
import { cancelMembership, resumeMembership } from './cancellation.service.ts';
import { setFamily } from './family.repository.ts';
import { editFamilyInput } from './family.schema.ts';
import { cancelInput, numberInput, ownMembership } from './membership.schema.ts';
import { listOwnMemberships, requireOwnMembership } from './membership.service.ts';
import { isCurrent } from './membership-state.shared.ts';
import { digitalCard } from './wallet/digital-card.schema.ts';
import { getDigitalCard } from './wallet/digital-card.service.ts';
import { googlePass, walletSetup } from './wallet/wallet-pass.schema.ts';
import { getWalletSetup, issueGooglePass } from './wallet/wallet-pass.service.ts';

const NOT_FOR_FAMILY = 'Only a family membership includes other people.';

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
  /**
   * Replaces the names on an account's family card. A trigger marks its wallet passes as changed. Throws
   * MEMBERSHIP_NOT_FOUND, or MEMBERSHIP_INVALID if the membership isn't for a family, or has ended.
   */
  editFamily: accountProcedure
    .input(editFamilyInput)
    .output(z.literal(true))
    .mutation(async ({ ctx: { deps, account }, input: { number, ...names } }) => {
      const membership = await requireOwnMembership(deps.db, account.id, number);
      if (!membership.isFamily) throw new AppError('MEMBERSHIP_INVALID', { message: NOT_FOR_FAMILY });
      if (!isCurrent(membership, deps.now())) throw new AppError('MEMBERSHIP_INVALID');
      const owned = { id: membership.id, accountId: account.id };
      await inTransaction(deps.db, (trx) => setFamily(trx, owned, names));
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
