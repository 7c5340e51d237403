import { type Db, inTransaction } from '#db/client.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { deleteSuppressions, findReasons, insertSuppression } from '../../mails/suppression.repository.ts';
import { paths } from '../../site/pages.shared.ts';
import { deleteSubscriber, isSubscriber, upsertSubscriber } from './newsletter.repository.ts';
import type { NewsletterSubscription } from './newsletter.schema.ts';

/** Effectively forever, because the links in old newsletters must keep working. */
const LINK_SECONDS = 100 * 366 * 86_400;

function signEmail({ signer }: Pick<Deps, 'signer'>, email: string): Promise<string> {
  return signer.sign('newsletter', email, { seconds: LINK_SECONDS });
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
 * Returns the link that mail programs call for one-click unsubscribe (RFC 8058). The token is in the query,
 * because a mail program doesn't send what follows '#'.
 */
export async function createOneClickLink(
  deps: Pick<Deps, 'config' | 'signer'>,
  email: string,
): Promise<string> {
  const query = new URLSearchParams({ token: await signEmail(deps, email) });
  return `${deps.config.publicUrl}/api/unsubscribe?${query}`;
}

async function verifyEmail({ signer }: Pick<Deps, 'signer'>, token: string): Promise<string> {
  const verified = await signer.verify('newsletter', token);
  if (!verified) throw new AppError('UNSUBSCRIBE_LINK_INVALID');
  return verified.subject;
}

async function describeSubscription(db: Db, email: string): Promise<NewsletterSubscription> {
  const isSuppressed = (await findReasons(db, email)).length > 0;
  return { email, isSubscribed: !isSuppressed && (await isSubscriber(db, email)) };
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
    if (isSubscribed) {
      await upsertSubscriber(trx, { email, suspicion: null, subscribedAt: deps.now() });
      await deleteSuppressions(trx, email, ['unsubscribed', 'rejected']);
    } else {
      await deleteSubscriber(trx, email);
      await insertSuppression(trx, { email, reason: 'unsubscribed', suppressedAt: deps.now() });
    }
    return describeSubscription(trx, email);
  });
}
