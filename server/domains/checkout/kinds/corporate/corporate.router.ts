import { z } from 'zod';
import { accountProcedure, router } from '../../../../platform/trpc.ts';
import { shownQuote, toShownQuote } from '../../../catalog/quote.schema.ts';
import {
  companyCards,
  companyCardsInput,
  companyDetails,
  companyForm,
  companyView,
} from '../../../memberships/company/company.schema.ts';
import { editCompany } from '../../../memberships/company/company.service.ts';
import { listCompanyCards, replaceEmployee } from '../../../memberships/company/company-card.service.ts';
import { resendInvitation } from '../../../memberships/company/invitation.service.ts';
import { keepSeat } from '../../../memberships/company/seat-removal.service.ts';
import { purchaseResult, reopenInput } from '../../purchase/purchase.schema.ts';
import {
  corporatePurchaseInput,
  corporateQuoteInput,
  reopenedCorporate,
  replaceInput,
  replacement,
} from './corporate.schema.ts';
import { cancelCorporate, getCompanyView, registerCompany, removeCard } from './corporate.service.ts';
import { purchaseCorporate, quoteCorporate, reopenCorporate } from './corporate-purchase.service.ts';

const cardInput = z.object({ membershipId: z.uuid() });

export const corporateRouter = router({
  company: accountProcedure.output(companyView).query(({ ctx }) => getCompanyView(ctx.deps, ctx.account.id)),
  /**
   * Saving the company form again replaces the stored one. While the company has a plan, the form can't be
   * changed.
   */
  register: accountProcedure
    .meta({ limit: 'purchase' })
    .input(companyForm)
    .output(z.object({ id: z.uuid() }))
    .mutation(({ ctx, input }) => registerCompany(ctx, input)),
  quote: accountProcedure
    .meta({ limit: 'promoCode' })
    .input(corporateQuoteInput)
    .output(shownQuote)
    .query(async ({ ctx, input }) => toShownQuote(await quoteCorporate(ctx.deps, input), ctx.deps.now())),
  /** If the bank requires a confirmation, `checkout.confirmCard` finishes the purchase. */
  purchase: accountProcedure
    .meta({ limit: 'purchase' })
    .input(corporatePurchaseInput)
    .output(purchaseResult)
    .mutation(({ ctx, input }) => purchaseCorporate(ctx, input)),
  /** Reopens a failed purchase from a link that was emailed to the buyer. */
  reopen: accountProcedure
    .meta({ limit: 'purchase' })
    .input(reopenInput)
    .output(reopenedCorporate)
    .query(({ ctx, input }) => reopenCorporate(ctx, input.token)),
  cards: accountProcedure
    .input(companyCardsInput)
    .output(companyCards)
    .query(({ ctx, input }) => listCompanyCards(ctx.deps, ctx.account.id, input)),
  /**
   * Replaces the employee on a card. The old card becomes invalid immediately, and the new one has its own
   * number.
   */
  replace: accountProcedure
    .meta({ limit: 'purchase' })
    .input(replaceInput)
    .output(replacement)
    .mutation(({ ctx, input }) => replaceEmployee(ctx.deps, ctx.account.id, input)),
  resendInvitation: accountProcedure
    .meta({ limit: 'purchase' })
    .input(cardInput)
    .output(z.literal(true))
    .mutation(({ ctx, input }) => resendInvitation(ctx.deps, ctx.account.id, input.membershipId)),
  /** A removed card works until the end of the paid period, and isn't renewed. */
  removeCard: accountProcedure
    .meta({ limit: 'purchase' })
    .input(cardInput)
    .output(z.literal(true))
    .mutation(async ({ ctx, input }) => {
      await removeCard(ctx.deps, ctx.account.id, input.membershipId);
      return true as const;
    }),
  /** Undoes `removeCard` before the period ends. */
  keepCard: accountProcedure
    .meta({ limit: 'purchase' })
    .input(cardInput)
    .output(z.literal(true))
    .mutation(async ({ ctx, input }) => {
      await keepSeat(ctx.deps, ctx.account.id, input.membershipId);
      return true as const;
    }),
  /** Unlike `register`, also works while the company has a plan. */
  editDetails: accountProcedure
    .meta({ limit: 'purchase' })
    .input(companyDetails)
    .output(z.literal(true))
    .mutation(async ({ ctx, input }) => {
      await editCompany(ctx.deps, ctx.account.id, input);
      return true as const;
    }),
  /** A canceled plan and its cards work until the end of the paid period. */
  cancel: accountProcedure
    .output(z.literal(true))
    .mutation(({ ctx }) => cancelCorporate(ctx.deps, ctx.account)),
});
