import type { Db } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { formatMembershipNumber } from '../../../lib/membership-number.ts';
import { canPrint } from '../../../lib/printable-text.ts';
import { formatReceiptNumber } from '../../../lib/receipt-number.ts';
import { formatPersonName } from '../../../lib/same-person.ts';
import type { Context } from '../../../platform/context.ts';
import type { Deps } from '../../../platform/deps.ts';
import { findHolderLatinName } from '../../memberships/holder-name.service.ts';
import {
  findMembershipByNumber,
  findMembershipOfSubscription,
  type StoredMembership,
} from '../../memberships/membership.service.ts';
import { findPayment, listPayments } from '../../payments/payment.service.ts';
import {
  findBillingOfPurchase,
  findSubscriptionById,
} from '../../payments/subscriptions/subscription.service.ts';
import { listBuyerKeys } from '../purchase/buyer.ts';
import type { PurchaseSummary } from '../purchase/kind.ts';
import { findOwnPurchase, findPurchase, findPurchaseOfAccount } from '../purchase/purchase.repository.ts';
import type { Purchase } from '../purchase/purchase.schema.ts';
import { buildRenewalReceipt, buildReturnReceipt } from './later-receipts.ts';
import { findReturn } from './receipt.repository.ts';
import type { ReceiptView } from './receipt.schema.ts';
import { describeReturned, findCard, findDelivery, getPeriod, listChargedItems } from './receipt-items.ts';
import { getCancelPage } from './receipt-links.ts';
import { describeRenewal } from './renewal-price.ts';

/**
 * Returns the receipt of a settled purchase or, if `id` is the id of a payment, refund, or dispute, the
 * receipt of that. It can be read with the session of the account that bought or claimed it, in the browser
 * that bought as a guest, and with the key from a receipt email. Throws PURCHASE_NOT_FOUND for anyone else,
 * and if the purchase isn't settled.
 */
export async function getReceipt(
  ctx: Pick<Context, 'deps' | 'account' | 'existingGuestKey'>,
  { id, key }: { id: string; key: string | null },
): Promise<ReceiptView> {
  const { db } = ctx.deps;
  const { purchaseId, ...source } = await findReceiptSource(db, id);
  const purchase =
    (await findPurchaseByLinkKey(ctx.deps, purchaseId, key)) ??
    (await findOwnPurchase(db, purchaseId, listBuyerKeys(ctx))) ??
    (ctx.account ? await findPurchaseOfAccount(db, ctx.account.id, purchaseId) : undefined);
  if (!purchase?.settledAt) throw new AppError('PURCHASE_NOT_FOUND');
  return buildReceiptOf(ctx.deps, { purchase, paidAt: purchase.settledAt, ...source }, ctx.account?.id);
}

/** Finds what a receipt is about, by the id of a purchase, payment, refund, or dispute of any account. */
export async function findReceiptSource(db: Db, id: string) {
  const returnedMoney = await findReturn(db, id);
  const payment = await findPayment(db, returnedMoney?.paymentId ?? id);
  return { purchaseId: payment?.purchaseId ?? id, payment, returnedMoney };
}

interface ReceiptSource extends Omit<Awaited<ReturnType<typeof findReceiptSource>>, 'purchaseId'> {
  purchase: Purchase;
  /** When the purchase was settled. */
  paidAt: Date;
}

/** Callers must check that the reader may see the purchase. */
export async function buildReceiptOf(
  deps: Deps,
  { purchase, paidAt, payment, returnedMoney }: ReceiptSource,
  readerId: string | undefined,
): Promise<ReceiptView> {
  const firstReceipt = await buildReceipt(deps, purchase, { paidAt, readerId });
  const plan = await findReceiptPlan(deps, purchase);
  if (!payment) return withoutPastPromises(firstReceipt, plan, deps.now());
  // The plan may have changed since the purchase.
  const chargedPurchase = { ...purchase, quote: payment.planQuote ?? purchase.quote };
  const receipt =
    payment.ordinal > 1
      ? buildRenewalReceipt(firstReceipt, chargedPurchase, payment, summarize(deps, purchase))
      : firstReceipt;
  return returnedMoney
    ? buildReturnReceipt(receipt, chargedPurchase, payment, returnedMoney)
    : withoutPastPromises(receipt, plan, deps.now());
}

/** The subscription that the purchase started or upgraded. */
async function findReceiptPlan(deps: Deps, purchase: Purchase) {
  const { upgradedSubscriptionId: id } = summarize(deps, purchase);
  return id === undefined ? findBillingOfPurchase(deps.db, purchase.id) : findSubscriptionById(deps.db, id);
}

/** A receipt may be opened years later. It announces a renewal only as long as one follows its period. */
function withoutPastPromises(
  receipt: ReceiptView,
  plan: Awaited<ReturnType<typeof findReceiptPlan>>,
  now: Date,
): ReceiptView {
  if (!plan || !(receipt.renewal || receipt.endsOn)) return receipt;
  const { periodEnd, expiresAt, canceledAt } = plan;
  const ended = { ...receipt, renewal: null, endsOn: null, cancelLink: null };
  const endedAt = plan.endedAt ?? (receipt.endsOn ? expiresAt : null);
  if (endedAt && endedAt <= now) return { ...ended, endedOn: endedAt };
  if (canceledAt || receipt.endsOn) return { ...ended, endsOn: expiresAt };
  const { renewal, period, totalCents, refundedCents, dispute } = receipt;
  const isPast = renewal && (renewal.on < periodEnd || renewal.on <= now);
  const isUndoneUpgrade = !period && (dispute?.isLost || refundedCents >= totalCents);
  return isPast || isUndoneUpgrade ? ended : receipt;
}

async function findPurchaseByLinkKey(
  deps: Deps,
  id: string,
  key: string | null,
): Promise<Purchase | undefined> {
  const verifiedKey = key ? await deps.signer.verify('receipt', key) : null;
  return verifiedKey?.subject === id ? findPurchase(deps.db, id) : undefined;
}

const summarize = ({ kinds }: Pick<Deps, 'kinds'>, purchase: Purchase) =>
  kinds[purchase.kind].summarize(purchase);

async function buildReceipt(
  deps: Deps,
  purchase: Purchase,
  { paidAt, readerId }: { paidAt: Date; readerId: string | undefined },
): Promise<ReceiptView> {
  const { quote } = purchase;
  const summary = summarize(deps, purchase);
  const { subject, buyerName, shipping } = summary;
  const payment = (await listPayments(deps.db, purchase.id)).at(-1);
  const { lines, discount } = listChargedItems(quote, payment);
  const billing = await findBillingOfPurchase(deps.db, purchase.id);
  const membership = await findReceiptMembership(deps.db, billing?.subscriptionId, summary);
  const firstPeriodEnd = (billing && (payment?.periodEnd ?? billing.periodEnd)) ?? null;
  const renewal = describeRenewal(quote, paidAt, firstPeriodEnd ?? summary.renewsOn ?? null);
  return {
    type: 'payment',
    subject,
    receiptNumber: formatReceiptNumber(purchase.id),
    purchaseNumber: purchase.id,
    paidAt,
    period:
      firstPeriodEnd && getPeriod({ periodStart: payment?.periodStart ?? paidAt, periodEnd: firstPeriodEnd }),
    buyer: {
      name: payment?.payerName ?? buyerName,
      latinName: summary.buyerLatinName ?? (await findLatinName(deps.db, membership, buyerName)),
      email: purchase.email,
    },
    poNumber: payment?.poNumber ?? null,
    lines,
    discount,
    totalCents: payment?.amountCents ?? quote.totalCents,
    ...(payment ? describeReturned(payment) : { refundedCents: 0, dispute: null }),
    paidWith: findCard(payment, purchase),
    membershipNumber: membership ? formatMembershipNumber(membership.number) : null,
    renewal,
    endsOn: renewal ? null : firstPeriodEnd,
    endedOn: null,
    delivery: shipping ? await findDelivery(deps.db, buyerName, shipping) : null,
    cancelLink: renewal && getCancelPage(deps, purchase, readerId),
  };
}

/** The membership that was bought, or the existing one that the purchase is about. */
async function findReceiptMembership(
  db: Deps['db'],
  subscriptionId: string | undefined,
  { membershipNumber }: PurchaseSummary,
): Promise<StoredMembership | undefined> {
  if (subscriptionId !== undefined) return findMembershipOfSubscription(db, subscriptionId);
  return membershipNumber === null ? undefined : findMembershipByNumber(db, membershipNumber);
}

/** The membership's Latin name may be another person's, if staff have corrected the holder. */
async function findLatinName(
  db: Deps['db'],
  membership: StoredMembership | undefined,
  buyerName: string,
): Promise<string | null> {
  if (!membership || canPrint(buyerName) || formatPersonName(membership) !== buyerName) return null;
  return findHolderLatinName(db, membership.id);
}
