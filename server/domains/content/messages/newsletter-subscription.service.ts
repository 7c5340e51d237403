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
import type { MailingList, MailPreferences, NewsletterSubscription } from './newsletter.schema.ts';

type LinkDeps = Pick<Deps, 'config' | 'signer'>;

/** The purposes of the links' tokens are the lists' names. */
async function signEmail({ signer }: LinkDeps, list: MailingList, email: string): Promise<URLSearchParams> {
  return new URLSearchParams({ token: await signer.sign(list, email) });
}

/** Returns the link to the page where a reader can unsubscribe or resubscribe. */
export async function createUnsubscribeLink(
  deps: LinkDeps,
  list: MailingList,
  email: string,
): Promise<string> {
  return `${deps.config.publicUrl}${paths.unsubscribe()}#${await signEmail(deps, list, email)}`;
}

/**
 * Returns the link that email clients call for one-click unsubscribe (RFC 8058). The token is in the query,
 * because an email client doesn't send what follows '#'.
 */
export async function createOneClickLink(deps: LinkDeps, list: MailingList, email: string): Promise<string> {
  return `${deps.config.publicUrl}/api/unsubscribe?${await signEmail(deps, list, email)}`;
}

interface Reader {
  list: MailingList;
  email: string;
}

async function verifyReader({ signer }: Pick<Deps, 'signer'>, token: string): Promise<Reader> {
  for (const list of ['newsletter', 'renewal-receipts'] as const) {
    const claims = await signer.verify(list, token);
    if (claims) return { list, email: claims.subject };
  }
  throw new AppError('UNSUBSCRIBE_LINK_INVALID');
}

async function describeSubscription(db: Db, { list, email }: Reader): Promise<NewsletterSubscription> {
  const reasons = await findReasons(db, email);
  if (list === 'renewal-receipts') return { list, email, isSubscribed: !isSuppressed('renewal', reasons) };
  return {
    list,
    email,
    isSubscribed: !isSuppressed('marketing', reasons) && (await isSubscriber(db, email)),
  };
}

const isNewsletterSubscriber = async (db: Db, email: string) =>
  (await describeSubscription(db, { list: 'newsletter', email })).isSubscribed;

async function setSubscribed(
  trx: Trx,
  { list, email, isSubscribed, now }: NewsletterSubscription & { now: Date },
): Promise<void> {
  const reason = list === 'newsletter' ? 'unsubscribed' : OPTIONAL_MAILS.renewalReceipts;
  if (isSubscribed) {
    if (list === 'newsletter')
      await upsertSubscriber(trx, { email: email.toLowerCase(), suspicion: null, subscribedAt: now });
    await deleteSuppressions(trx, email, [reason, 'rejected']);
  } else {
    if (list === 'newsletter') await deleteSubscriber(trx, email);
    await insertSuppression(trx, { email, reason, suppressedAt: now });
  }
}

/** Reports whether the link's address is subscribed. Throws UNSUBSCRIBE_LINK_INVALID. */
export async function getSubscription(
  deps: Pick<Deps, 'db' | 'signer'>,
  token: string,
): Promise<NewsletterSubscription> {
  return describeSubscription(deps.db, await verifyReader(deps, token));
}

/**
 * Unsubscribes or resubscribes the link's address. An address that staff suppressed can't be resubscribed.
 * Throws UNSUBSCRIBE_LINK_INVALID.
 */
export async function changeSubscription(
  deps: Pick<Deps, 'db' | 'now' | 'signer'>,
  { token, isSubscribed }: { token: string; isSubscribed: boolean },
): Promise<NewsletterSubscription> {
  const reader = await verifyReader(deps, token);
  return inTransaction(deps.db, async (trx) => {
    await setSubscribed(trx, { ...reader, isSubscribed, now: deps.now() });
    return describeSubscription(trx, reader);
  });
}

/** Returns which of the optional emails an address gets. */
export async function getMailPreferences(db: Db, email: string): Promise<MailPreferences> {
  const isSubscribed = await isNewsletterSubscriber(db, email);
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
      await setSubscribed(trx, {
        list: 'newsletter',
        email,
        isSubscribed: preferences.newsletter,
        now: now(),
      });
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
  const isSubscribed = await isNewsletterSubscriber(trx, from);
  const hasUnsubscribed = (await findReasons(trx, to)).includes('unsubscribed');
  if (isSubscribed && !hasUnsubscribed)
    await setSubscribed(trx, { list: 'newsletter', email: to, isSubscribed, now });
  await deleteSubscriber(trx, from);
  for (const reason of await findReasons(trx, from)) {
    if (CHOSEN_BY_OWNER.includes(reason)) {
      await insertSuppression(trx, { email: to, reason, suppressedAt: now });
    }
  }
}
