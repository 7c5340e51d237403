import type { Trx } from '#db/client.ts';
import { errorSentence } from '../../../../lib/errors.ts';
import type { Deps } from '../../../../platform/deps.ts';
import { type BilledSubject, billedSubject } from '../../../../platform/mails/unpaid-renewal-mails.ts';
import { recordNotice } from '../../../payments/billing-notice.service.ts';
import { needsConfirmation } from '../../../payments/stripe-invoice.service.ts';
import type { StripeSubscription } from '../../../payments/stripe-subscription.service.ts';
import { getPayUntil, type StoredSubscription } from '../../../payments/subscriptions/subscription.schema.ts';
import { findPayerAddress } from '../buyer.ts';
import type { PurchaseSummary } from '../kind.ts';
import { findPurchase } from '../purchase.repository.ts';
import type { Purchase } from '../purchase.schema.ts';

type MailDeps = Pick<Deps, 'jobs' | 'kinds' | 'now'>;

interface BillRecipient extends Pick<PurchaseSummary, 'greetingName' | 'declinedMail'> {
  /** The account's current address, or the one that a guest bought with. */
  to: string;
  subject: BilledSubject;
  purchase: Purchase;
}

/** Finds who gets the emails about a subscription's bills, and what these emails call the subscription. */
export async function findBillRecipient(
  { kinds }: Pick<Deps, 'kinds'>,
  trx: Trx,
  { purchaseId, accountId }: Pick<StoredSubscription, 'purchaseId' | 'accountId'>,
): Promise<BillRecipient | undefined> {
  const purchase = await findPurchase(trx, purchaseId);
  if (!purchase) return undefined;
  const kind = kinds[purchase.kind];
  const { subject, greetingName, declinedMail } = kind.summarize(purchase);
  const billed = billedSubject.safeParse(subject);
  if (!billed.success) return undefined;
  const payer = await kind.findPayer(trx, purchase);
  return {
    to: await findPayerAddress(trx, { accountId, email: purchase.email }),
    subject: billed.data,
    greetingName: payer?.name ?? greetingName,
    declinedMail,
    purchase,
  };
}

type BilledSubscription = Pick<StoredSubscription, 'id' | 'purchaseId' | 'accountId' | 'pastDueSince'>;

/** Records a notice and returns its recipient, or undefined if there is none or the notice was already sent. */
async function recordRecipient(
  deps: MailDeps,
  trx: Trx,
  subscription: BilledSubscription,
  notice: { notice: 'unpaid' | 'ended'; days: number },
) {
  const { id, pastDueSince } = subscription;
  const recipient = await findBillRecipient(deps, trx, subscription);
  if (!pastDueSince || !recipient) return undefined;
  const row = { ...notice, subscriptionId: id, about: pastDueSince, sentAt: deps.now() };
  return (await recordNotice(trx, row)) ? { ...recipient, pastDueSince } : undefined;
}

interface UnpaidNotice {
  days: number;
  isLast: boolean;
  amountCents: number;
  /** True if the bank didn't decline the charge, but wants the cardholder to confirm it. */
  needsCheck: boolean;
}

/** Reads from Stripe whether a bill is unpaid only because the bank wants the cardholder to confirm it. */
export async function isCheckNeeded(
  deps: Pick<Deps, 'stripe'>,
  provider: Pick<StripeSubscription, 'status' | 'clientSecret'> | undefined,
): Promise<boolean> {
  const isOverdue = provider?.status === 'past_due' || provider?.status === 'unpaid';
  return isOverdue && provider.clientSecret !== null && needsConfirmation(deps, provider.clientSecret);
}

/**
 * Emails the payer that a bill is unpaid, unless this notice was already sent. `days` is how many days ago
 * the charge failed.
 */
export async function enqueueUnpaidNotice(
  deps: MailDeps,
  trx: Trx,
  subscription: BilledSubscription,
  { days, isLast, amountCents, needsCheck }: UnpaidNotice,
): Promise<void> {
  const recipient = await recordRecipient(deps, trx, subscription, { notice: 'unpaid', days });
  if (!recipient) return;
  await deps.jobs.enqueue(trx, 'mail', {
    mail: recipient.declinedMail,
    to: recipient.to,
    props: {
      firstname: recipient.greetingName,
      amountCents,
      message: errorSentence('CARD_DECLINED'),
      payUrl: { kind: 'bill', id: subscription.id },
      payUntil: getPayUntil(recipient.pastDueSince).toISOString(),
      needsCheck,
      stage: days === 0 ? 'failed' : isLast ? 'last-reminder' : 'reminder',
    },
  });
}

/**
 * Emails the payer that a subscription ended because its bill wasn't paid, unless this notice was already
 * sent.
 */
export async function enqueueEndedUnpaid(
  deps: MailDeps,
  trx: Trx,
  subscription: BilledSubscription,
  { amountCents, endedAt }: { amountCents: number; endedAt: Date },
): Promise<void> {
  const recipient = await recordRecipient(deps, trx, subscription, { notice: 'ended', days: 0 });
  if (!recipient) return;
  await deps.jobs.enqueue(trx, 'mail', {
    mail: 'ended-unpaid',
    to: recipient.to,
    props: {
      subject: recipient.subject,
      firstname: recipient.greetingName,
      amountCents,
      failedAt: recipient.pastDueSince.toISOString(),
      endedAt: endedAt.toISOString(),
    },
  });
}
