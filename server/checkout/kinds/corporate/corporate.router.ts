import { z } from 'zod';
import { quote } from '../../../catalog/quote.schema.ts';
import {
  companyCards,
  companyCardsInput,
  companyForm,
  companyView,
} from '../../../memberships/company/company.schema.ts';
import { listCompanyCards, replaceEmployee } from '../../../memberships/company/company-card.service.ts';
import { resendInvitation } from '../../../memberships/company/invitation.service.ts';
import { accountProcedure, router } from '../../../trpc.ts';
import { purchaseResult } from '../../purchase/purchase.schema.ts';
import {
  corporatePurchaseInput,
  corporateQuoteInput,
  reopenedCorporate,
  replaceInput,
  replacement,
} from './corporate.schema.ts';
import { cancelCorporate, getCompanyView, registerCompany } from './corporate.service.ts';
import { purchaseCorporate, quoteCorporate, reopenCorporate } from './corporate-purchase.service.ts';

const cardInput = z.object({ membershipId: z.uuid() });

export const corporateRouter = router({
  /** The signed-in account as a company: its form, its cards in figures, its plan. */
  company: accountProcedure.output(companyView).query(({ ctx }) => getCompanyView(ctx.deps, ctx.account.id)),
  /** Keeps the company form; sent again before the purchase it replaces the former (DESIGN D31). */
  register: accountProcedure
    .meta({ limit: 'purchase' })
    .input(companyForm)
    .output(z.object({ id: z.uuid() }))
    .mutation(({ ctx, input }) => registerCompany(ctx, input)),
  /** What so many cards cost now and each year, in cents. */
  quote: accountProcedure
    .meta({ limit: 'promoCode' })
    .input(corporateQuoteInput)
    .output(quote)
    .query(({ ctx, input }) => quoteCorporate(ctx.deps, input)),
  /** Buys the employees' cards; a bank's further check is confirmed by `checkout.confirmCard`. */
  purchase: accountProcedure
    .meta({ limit: 'purchase' })
    .input(corporatePurchaseInput)
    .output(purchaseResult)
    .mutation(({ ctx, input }) => purchaseCorporate(ctx, input)),
  /** The account's own purchase that a mail's link opens again. */
  reopen: accountProcedure
    .meta({ limit: 'purchase' })
    .input(z.object({ token: z.string().max(2_000) }))
    .output(reopenedCorporate)
    .query(({ ctx, input }) => reopenCorporate(ctx, input.token)),
  /** A page of the company's cards. */
  cards: accountProcedure
    .input(companyCardsInput)
    .output(companyCards)
    .query(({ ctx, input }) => listCompanyCards(ctx.deps, ctx.account.id, input)),
  /** Gives an employee's card to another: the old one is void at once, the new one has a number of its own. */
  replace: accountProcedure
    .meta({ limit: 'purchase' })
    .input(replaceInput)
    .output(replacement)
    .mutation(({ ctx, input }) => replaceEmployee(ctx.deps, ctx.account.id, input)),
  /** Sends an unclaimed card's invitation again; answers true. */
  resendInvitation: accountProcedure
    .meta({ limit: 'purchase' })
    .input(cardInput)
    .output(z.literal(true))
    .mutation(({ ctx, input }) => resendInvitation(ctx.deps, ctx.account.id, input.membershipId)),
  /** Lets the plan and its cards end with the paid period (DESIGN D31); answers true. */
  cancel: accountProcedure
    .output(z.literal(true))
    .mutation(({ ctx }) => cancelCorporate(ctx.deps, ctx.account)),
});
