import { type Db, inTransaction, type Trx } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { paths } from '../../../lib/pages.shared.ts';
import type { Deps } from '../../../platform/deps.ts';
import { CHOSEN_BY_OWNER, isSuppressed, OPTIONAL_MAILS } from '../../../platform/mails/mail-purpose.ts';
import {
  deleteSuppressions,
  findReasons,
  insertSuppression,
} from '../../../platform/mails/suppression.repository.ts';
import { deleteSubscriber, isSubscriber, upsertSubscriber } from './newsletter.repository.ts';
import type { MailPreferences, NewsletterSubscription } from './newsletter.schema.ts';

function signEmail({ signer }: Pick<Deps, 'signer'>, email: string): Promise<string> {
  return signer.sign('newsletter', email);
}

/** Returns the link to the page where a reader can unsubscribe or resubscribe. */
export async function createUnsubscribeLink(
  deps: Pick<Deps, 'config' | 'signer'>,
  email: string,
): Promise<string> {
  const query = new URLSearchParams({ token: await signEmail(deps, email) });
  return `${deps.config.publicUrl}${paths.unsubscribe()}#${query}`;
}

/**
 * Returns the link that email clients call for one-click unsubscribe (RFC 8058). The token is in the query,
 * because an email client doesn't send what follows '#'.
 */
export async function createOneClickLink(
  deps: Pick<Deps, 'config' | 'signer'>,
  email: string,
): Promise<string> {
  const query = new URLSearchParams({ token: await signEmail(deps, email) });
  return `${deps.config.publicUrl}/api/unsubscribe?${query}`;
}

async function verifyEmail({ signer }: Pick<Deps, 'signer'>, token: string): Promise<string> {
  const claims = await signer.verify('newsletter', token);
  if (!claims) throw new AppError('UNSUBSCRIBE_LINK_INVALID');
  return claims.subject;
}

async function describeSubscription(db: Db, email: string): Promise<NewsletterSubscription> {
  const isBlocked = isSuppressed('marketing', await findReasons(db, email));
  return { email, isSubscribed: !isBlocked && (await isSubscriber(db, email)) };
}

async function setSubscribed(
  trx: Trx,
  { email, isSubscribed, now }: NewsletterSubscription & { now: Date },
): Promise<void> {
  if (isSubscribed) {
    await upsertSubscriber(trx, { email: email.toLowerCase(), suspicion: null, subscribedAt: now });
    await deleteSuppressions(trx, email, ['unsubscribed', 'rejected']);
  } else {
    await deleteSubscriber(trx, email);
    await insertSuppression(trx, { email, reason: 'unsubscribed', suppressedAt: now });
  }
}

/** Reports whether the link's address is subscribed. Throws UNSUBSCRIBE_LINK_INVALID. */
export async function getSubscription(
  deps: Pick<Deps, 'db' | 'signer'>,
  token: string,
): Promise<NewsletterSubscription> {
  return describeSubscription(deps.db, await verifyEmail(deps, token));
}

/**
 * Unsubscribes or resubscribes the link's address. An address that staff suppressed can't be resubscribed.
 * Throws UNSUBSCRIBE_LINK_INVALID.
 */
export async function changeSubscription(
  deps: Pick<Deps, 'db' | 'now' | 'signer'>,
  { token, isSubscribed }: { token: string; isSubscribed: boolean },
): Promise<NewsletterSubscription> {
  const email = await verifyEmail(deps, token);
  return inTransaction(deps.db, async (trx) => {
    await setSubscribed(trx, { email, isSubscribed, now: deps.now() });
    return describeSubscription(trx, email);
  });
}

/** Returns which of the optional emails an address gets. */
export async function getMailPreferences(db: Db, email: string): Promise<MailPreferences> {
  const { isSubscribed } = await describeSubscription(db, email);
  const reasons = await findReasons(db, email);
  return {
    newsletter: isSubscribed,
    shippingNotices: !reasons.includes(OPTIONAL_MAILS.shippingNotices),
    renewalReceipts: !reasons.includes(OPTIONAL_MAILS.renewalReceipts),
  };
}

export async function saveMailPreferences(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  email: string,
  preferences: MailPreferences,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const current = await getMailPreferences(trx, email);
    if (preferences.newsletter !== current.newsletter) {
      await setSubscribed(trx, { email, isSubscribed: preferences.newsletter, now: now() });
    }
    for (const kind of ['shippingNotices', 'renewalReceipts'] as const) {
      const reason = OPTIONAL_MAILS[kind];
      if (preferences[kind]) await deleteSuppressions(trx, email, [reason]);
      else await insertSuppression(trx, { email, reason, suppressedAt: now() });
    }
  });
}

/**
 * Keeps an account's newsletter subscription and its switched-off emails when its address changes. Doesn't
 * subscribe a new address that has unsubscribed.
 */
export async function moveMailPreferences(trx: Trx, from: string, to: string, now: Date): Promise<void> {
  const { isSubscribed } = await describeSubscription(trx, from);
  const hasUnsubscribed = (await findReasons(trx, to)).includes('unsubscribed');
  if (isSubscribed && !hasUnsubscribed) await setSubscribed(trx, { email: to, isSubscribed, now });
  await deleteSubscriber(trx, from);
  for (const reason of await findReasons(trx, from)) {
    if (CHOSEN_BY_OWNER.includes(reason)) {
      await insertSuppression(trx, { email: to, reason, suppressedAt: now });
    }
  }
}
