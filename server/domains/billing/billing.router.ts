import { z } from 'zod';
import { accountProcedure, publicProcedure, router } from '../../platform/trpc.ts';
import { receiptList, receiptListInput } from '../checkout/receipt/receipt-list.schema.ts';
import { findReceiptYears, listReceipts } from '../checkout/receipt/receipt-list.service.ts';
import {
  billedSubscription,
  billToken,
  cardChange,
  cardChangeResult,
  cardChangeStart,
  cardSetups,
  linkedBill,
} from './billing.schema.ts';
import { listBilled } from './billing.service.ts';
import { changeCard, startCardChange } from './card-change.service.ts';
import { nextInvoice } from './next-invoice.schema.ts';
import { listNextInvoices } from './next-invoice.service.ts';
import { findLinkedPayer, getAccountPayer, getLinkedBill } from './payer.service.ts';

export const billingRouter = router({
  /** Returns what the account will be charged for or owes, with the cards and the open bills. */
  mine: accountProcedure
    .output(z.array(billedSubscription))
    .query(({ ctx }) => listBilled(ctx.deps.db, ctx.account.id, ctx.deps.now())),
  /**
   * Starts a setup for each of the account's Stripe customers. The browser then sends the card to Stripe with
   * each setup, and calls `changeCard`.
   */
  startCardChange: accountProcedure
    .meta({ limit: 'cardSetup' })
    .input(cardChangeStart)
    .output(cardSetups)
    .mutation(async ({ ctx, input }) =>
      startCardChange(ctx.deps, await getAccountPayer(ctx.deps, ctx.account.id), input),
    ),
  /** Charges all the account's subscriptions to the new card from now on, and pays the given open bills. */
  changeCard: accountProcedure
    .meta({ limit: 'purchase' })
    .input(cardChange)
    .output(cardChangeResult)
    .mutation(async ({ ctx, input }) =>
      changeCard(ctx.deps, await getAccountPayer(ctx.deps, ctx.account.id), input),
    ),
  /** Returns the bill that a link in an email opens. */
  linked: publicProcedure
    .meta({ limit: 'verification' })
    .input(z.object({ token: billToken }))
    .output(linkedBill)
    .query(({ ctx, input }) => getLinkedBill(ctx.deps, ctx.account?.id, input.token)),
  startLinkedCardChange: publicProcedure
    .meta({ limit: 'cardSetup' })
    .input(cardChangeStart.extend({ token: billToken }))
    .output(cardSetups)
    .mutation(async ({ ctx, input }) => {
      const payer = await findLinkedPayer(ctx.deps, input.token);
      return payer ? startCardChange(ctx.deps, payer, input) : [];
    }),
  /**
   * Changes only the card of the link's subscription, and can pay its bill. Does nothing if the bill is paid.
   */
  changeLinkedCard: publicProcedure
    .meta({ limit: 'purchase' })
    .input(cardChange.extend({ token: billToken }))
    .output(cardChangeResult)
    .mutation(async ({ ctx, input }) => {
      const payer = await findLinkedPayer(ctx.deps, input.token);
      return payer ? changeCard(ctx.deps, payer, input) : { status: 'done' as const };
    }),
  /** Returns what will be charged next, earliest first. */
  nextInvoices: accountProcedure
    .output(z.array(nextInvoice))
    .query(({ ctx }) => listNextInvoices(ctx.deps.db, ctx.account.id, ctx.deps.now())),
  /** Returns the receipts of payments, refunds, and disputes, newest first. */
  receipts: accountProcedure
    .input(receiptListInput)
    .output(receiptList)
    .query(({ ctx, input }) => listReceipts(ctx.deps.db, ctx.account.id, input.cursor ?? null)),
  /** Returns the years in which the account has receipts, newest first. `/api/statement` downloads one. */
  statementYears: accountProcedure
    .output(z.array(z.int()))
    .query(({ ctx }) => findReceiptYears(ctx.deps.db, ctx.account.id)),
});
