import { inTransaction, type Trx } from '#db/client.ts';
import { derivedId } from '../../../lib/ids.ts';
import { formatMembershipNumber } from '../../../lib/membership-number.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { MailLink } from '../../../platform/mails/mail-props.ts';
import type { QueuedMail } from '../../../platform/mails/mail-registry.ts';
import type { ReceiptRequest } from '../../../platform/mails/receipt/receipt-mail-props.ts';
import { listPayments, type StoredPayment } from '../../payments/payment.service.ts';
import { findBillingOfPurchase } from '../../payments/subscriptions/subscription.service.ts';
import { findPayerAddress } from '../purchase/buyer.ts';
import { findPurchase } from '../purchase/purchase.repository.ts';
import type { Purchase } from '../purchase/purchase.schema.ts';
import type { ReceiptRenewal, ReceiptView } from './receipt.schema.ts';
import { buildReceiptOf, findReceiptSource } from './receipt.service.ts';
import { findDelivery, listChargedItems } from './receipt-items.ts';
import { describeRenewal } from './renewal-price.ts';

/**
 * Emails the receipt that a `receipt` job requests. Safe to repeat, because the email's id is derived from the
 * job's.
 */
export async function enqueueReceipt(
  deps: Pick<Deps, 'jobs' | 'kinds'>,
  trx: Trx,
  { purchaseId, membershipNumber, membershipId, ...payload }: ReceiptRequest,
  jobId: string,
): Promise<void> {
  const purchase = await findPurchase(trx, purchaseId);
  if (!purchase) throw new Error(`A receipt is about purchase ${purchaseId}, which does not exist`);
  const paidAt = new Date(payload.paidAt);
  const periodEnd = payload.periodEnd === null ? null : new Date(payload.periodEnd);
  const { quote, cardBrand, cardLast4 } = purchase;
  const payment = (await listPayments(trx, purchaseId)).at(-1);
  const { lines, discount } = listChargedItems(quote, payment);
  const kind = deps.kinds[purchase.kind];
  const { subject, greetingName, buyerName, shipping, renewsOn } = kind.summarize(purchase);
  const payer = await kind.findPayer(trx, purchase);
  const renewal = describeRenewal(quote, paidAt, periodEnd ?? renewsOn ?? null);
  // A guest's new membership has no account yet. Anyone who has this email may claim it.
  const isClaimable = subject === 'membership' && purchase.accountId === null;
  const mail: QueuedMail = {
    mail: 'receipt',
    to: purchase.email,
    props: {
      subject,
      firstname: payer?.name ?? greetingName,
      purchaseNumber: purchase.id,
      poNumber: payer?.poNumber ?? null,
      lines,
      discountCents: discount?.amountCents ?? 0,
      promoCode: discount?.code ?? null,
      totalCents: payment?.amountCents ?? quote.totalCents,
      paidAt: payload.paidAt,
      paidWith: cardBrand && cardLast4 ? { brand: cardBrand, last4: cardLast4 } : null,
      renewal: renewal && toStoredRenewal(renewal),
      endsOn: renewal ? null : payload.periodEnd,
      membershipNumber: membershipNumber && formatMembershipNumber(membershipNumber),
      receiptUrl: { kind: 'receipt', id: purchase.id },
      cancelUrl: renewal ? { kind: 'cancel', id: purchase.id } : null,
      delivery: shipping ? await findDelivery(trx, buyerName, shipping) : null,
      printedCard: membershipNumber ? offerPrintedCard(purchase, membershipNumber, shipping !== null) : null,
      claimUrl: isClaimable && membershipId ? { kind: 'claim', id: membershipId } : null,
    },
  };
  await deps.jobs.enqueue(trx, 'mail', mail, { id: derivedId('receipt', jobId) });
}

/**
 * Emails the receipt of a renewal, refund, or dispute (D67) to the payer's current address. Safe to repeat,
 * because the email's id is derived from the receipt's.
 */
export async function enqueueLaterReceipt(deps: Deps, receiptId: string): Promise<void> {
  const { purchaseId, payment, returnedMoney } = await findReceiptSource(deps.db, receiptId);
  const purchase = await findPurchase(deps.db, purchaseId);
  if (!purchase?.settledAt || !payment) throw new Error(`There is no receipt ${receiptId}`);
  const receipt = await buildReceiptOf(
    deps,
    { purchase, paidAt: purchase.settledAt, payment, returnedMoney },
    purchase.accountId ?? undefined,
  );
  const to = await findPayerAddress(deps.db, purchase);
  const firstname = payment.payerName ?? deps.kinds[purchase.kind].summarize(purchase).greetingName;
  const receiptUrl: MailLink = { kind: 'receipt', id: receiptId };
  const mail: QueuedMail =
    receipt.type === 'payment'
      ? {
          mail: 'renewal-receipt',
          to,
          props: buildRenewalProps(receipt, { firstname, receiptUrl, to }),
        }
      : {
          mail: 'payment-returned',
          to,
          props: {
            type: receipt.type,
            subject: receipt.subject,
            firstname,
            amountCents: receipt.totalCents,
            description: receipt.lines[0]?.description ?? '',
            returnedAt: receipt.paidAt.toISOString(),
            card: receipt.paidWith,
            effect: await findReturnEffect(deps, payment),
            receiptUrl,
          },
        };
  await inTransaction(deps.db, (trx) =>
    deps.jobs.enqueue(trx, 'mail', mail, {
      id: derivedId('later-receipt', receiptId),
      isBulk: receipt.type === 'payment',
    }),
  );
}

type ReceiptProps = Extract<QueuedMail, { mail: 'receipt' }>['props'];

function buildRenewalProps(
  receipt: ReceiptView,
  { firstname, receiptUrl, to }: { firstname: string; receiptUrl: MailLink; to: string },
): ReceiptProps {
  const { renewal, period, discount } = receipt;
  return {
    subject: receipt.subject,
    firstname,
    purchaseNumber: receipt.purchaseNumber,
    receiptId: receiptUrl.id,
    poNumber: receipt.poNumber,
    period: period && { start: period.start.toISOString(), end: period.end.toISOString() },
    lines: receipt.lines,
    discountCents: discount?.amountCents ?? 0,
    promoCode: discount?.code ?? null,
    totalCents: receipt.totalCents,
    paidAt: receipt.paidAt.toISOString(),
    paidWith: receipt.paidWith,
    renewal: renewal && toStoredRenewal(renewal),
    endsOn: receipt.endsOn?.toISOString() ?? null,
    membershipNumber: receipt.membershipNumber,
    receiptUrl,
    unsubscribeUrl: { kind: 'stop-renewal-receipts', id: to },
    oneClickUrl: { kind: 'stop-renewal-receipts-one-click', id: to },
    cancelUrl: { kind: 'cancel', id: receipt.purchaseNumber },
  };
}

const toStoredRenewal = (renewal: ReceiptRenewal) => ({
  ...renewal,
  on: renewal.on.toISOString(),
  regular: renewal.regular && { ...renewal.regular, from: renewal.regular.from.toISOString() },
});

/** A refund of a whole one-time purchase undoes it. A plan that a return ends has an email of its own (D55). */
async function findReturnEffect(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { purchaseId, amountCents, refundedCents }: StoredPayment,
): Promise<'runs' | 'undone' | null> {
  const subscription = await findBillingOfPurchase(db, purchaseId);
  if (!subscription) return refundedCents >= amountCents ? 'undone' : null;
  return subscription.endedAt === null || subscription.endedAt > now() ? 'runs' : null;
}

/**
 * Returns null for an account that already ordered a card, because it can order another one on its own page.
 */
function offerPrintedCard({ accountId }: Purchase, number: string, isOrdered: boolean) {
  if (isOrdered && accountId) return null;
  const url: MailLink = { kind: 'request-card', id: number };
  return { url, isOrdered };
}
