import { inTransaction, type Trx } from '#db/client.ts';
import type { Deps } from '../../platform/deps.ts';
import { findBillRecipient } from '../checkout/purchase/sync/bill-mail.service.ts';
import {
  listExpiringCards,
  listUnknownCards,
  listYearlyRenewals,
  type RenewalInterval,
  recordCardNotice,
  recordNotice,
} from '../payments/billing-notice.service.ts';
import { findSubscriptionById } from '../payments/subscriptions/subscription.service.ts';
import { findBilled } from './billing.repository.ts';
import { describeBilled } from './billing.service.ts';
import { describeNextInvoices } from './next-invoice.service.ts';
import { addDays, readDays, sendNotices, syncEach } from './notice-run.ts';

/** How many days before a charge we warn that the card expires before it. */
const CARD_NOTICE_DAYS = 30;
const MAX_UNKNOWN_CARDS = 500;

/**
 * Reminds payers that a yearly plan will renew, and once a year that a monthly one does (D67). The setting
 * `renewalReminderDays` lists how many days before the renewal to do so; for a monthly plan, only the last one
 * counts. If a run was missed, only the latest reminder is sent. May run in several processes at once.
 */
export async function sendRenewalReminders(deps: Deps): Promise<void> {
  const now = deps.now();
  const days = await readDays(deps.db, 'renewalReminderDays');
  const remind = (interval: RenewalInterval, i: number, day: number) => {
    const renewalRange = { after: addDays(now, days[i - 1] ?? 0), until: addDays(now, day) };
    return sendNotices(
      deps,
      (page) => listYearlyRenewals(deps.db, interval, renewalRange, days.slice(0, i + 1), page),
      (id) => inTransaction(deps.db, (trx) => remindOfRenewal(deps, trx, id, { days: day, interval })),
    );
  };
  for (const [i, day] of days.entries()) {
    await remind('year', i, day);
    if (i === 0) await remind('month', i, day);
  }
}

/** Warns payers whose card expires before the next charge. May run in several processes at once. */
export async function sendCardNotices(deps: Deps): Promise<void> {
  const now = deps.now();
  const renewalRange = { after: now, until: addDays(now, CARD_NOTICE_DAYS) };
  // Some subscriptions have no stored card yet, so sync them with Stripe first.
  await syncEach(deps, await listUnknownCards(deps.db, renewalRange, MAX_UNKNOWN_CARDS));
  await sendNotices(
    deps,
    (page) => listExpiringCards(deps.db, renewalRange, page),
    (id) => inTransaction(deps.db, (trx) => warnOfExpiry(deps, trx, id)),
  );
}

/** Returns undefined if the subscription doesn't renew, or if there is nobody to notify. */
async function findRenewal(deps: Deps, trx: Trx, subscriptionId: string) {
  const storedBilling = await findBilled(trx, subscriptionId);
  const subscription = storedBilling && (await findSubscriptionById(trx, subscriptionId));
  const recipient = subscription && (await findBillRecipient(deps, trx, subscription));
  const billedSubscription = storedBilling && describeBilled(storedBilling, deps.now());
  if (!recipient || !billedSubscription?.nextChargeAt || billedSubscription.nextChargeAt <= deps.now())
    return undefined;
  return {
    recipient,
    billed: billedSubscription,
    accountId: subscription.accountId,
    renewsAt: billedSubscription.nextChargeAt,
  };
}

async function remindOfRenewal(
  deps: Deps,
  trx: Trx,
  subscriptionId: string,
  { days, interval }: { days: number; interval: RenewalInterval },
): Promise<void> {
  const renewal = await findRenewal(deps, trx, subscriptionId);
  if (!renewal) return;
  const { recipient, billed, accountId, renewsAt } = renewal;
  const [invoice] = await describeNextInvoices(trx, [billed], accountId, deps.now());
  if (!invoice) return;
  const notice = { subscriptionId, notice: 'renewal', about: renewsAt, days, sentAt: deps.now() } as const;
  if (renewsAt > addDays(deps.now(), days) || !(await recordNotice(trx, notice))) return;
  await deps.jobs.enqueue(trx, 'mail', {
    mail: 'renewal-reminder',
    to: recipient.to,
    props: {
      subject: recipient.subject,
      firstname: recipient.greetingName,
      planName: billed.name,
      interval,
      amountCents: invoice.totalCents,
      renewsAt: renewsAt.toISOString(),
      card: billed.card && { brand: billed.card.brand, last4: billed.card.last4 },
      cancelUrl: { kind: 'cancel', id: recipient.purchase.id },
      replaceCardUrl: { kind: 'replace-card', id: subscriptionId },
    },
  });
}

async function warnOfExpiry(deps: Deps, trx: Trx, subscriptionId: string): Promise<void> {
  const renewal = await findRenewal(deps, trx, subscriptionId);
  if (!renewal?.billed.cardExpiresFirst) return;
  const { recipient, billed, renewsAt } = renewal;
  const { card } = billed;
  if (!card?.expiresAt || !(await recordCardNotice(trx, subscriptionId, deps.now()))) return;
  await deps.jobs.enqueue(trx, 'mail', {
    mail: 'card-expiring',
    to: recipient.to,
    props: {
      subject: recipient.subject,
      firstname: recipient.greetingName,
      card: { brand: card.brand, last4: card.last4 },
      expiresAt: card.expiresAt.toISOString(),
      renewsAt: renewsAt.toISOString(),
      replaceCardUrl: { kind: 'replace-card', id: subscriptionId },
    },
  });
}
