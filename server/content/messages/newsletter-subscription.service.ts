import { type Db, inTransaction } from '#db/client.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { deleteSuppressions, findReasons, insertSuppression } from '../../mails/suppression.repository.ts';
import { paths } from '../../site/pages.shared.ts';
import { deleteSubscriber, isSubscriber, upsertSubscriber } from './newsletter.repository.ts';
import type { NewsletterSubscription } from './newsletter.schema.ts';

/** An old newsletter must still be able to unsubscribe its reader. */
const LINK_SECONDS = 100 * 366 * 86_400;

function signEmail({ signer }: Pick<Deps, 'signer'>, email: string): Promise<string> {
  return signer.sign('newsletter', email, { seconds: LINK_SECONDS });
}

/** The page where the reader leaves the newsletter, or subscribes again. */
export async function createUnsubscribeLink(
  deps: Pick<Deps, 'config' | 'signer'>,
  email: string,
): Promise<string> {
  const query = new URLSearchParams({ token: await signEmail(deps, email) });
  return `${deps.config.publicUrl}${paths.unsubscribe()}#${query}`;
}

/** Where mail programs send the reader's one click (RFC 8058). They send no page, so the token can't follow '#'. */
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

/** Whether the link's address gets the newsletter. Throws UNSUBSCRIBE_LINK_INVALID. */
export async function getSubscription(
  deps: Pick<Deps, 'db' | 'signer'>,
  token: string,
): Promise<NewsletterSubscription> {
  return describeSubscription(deps.db, await verifyEmail(deps, token));
}

/**
 * Unsubscribes the link's address, or subscribes it again. An address that staff have listed stays unsubscribed. Throws
 * UNSUBSCRIBE_LINK_INVALID.
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
