import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { inTransaction } from '#db/client.ts';
import type { Context } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { derivedId } from '../../lib/ids.ts';
import { deleteSuppressions } from '../../mails/suppression.repository.ts';
import { recordAudit } from '../../monitoring/audit.service.ts';
import { findPublicSettings } from '../content.repository.ts';
import { checkFormProof } from './form-proof.service.ts';
import { findSubscribers, type Subscriber, upsertSubscriber } from './newsletter.repository.ts';
import type { subscribeInput } from './newsletter.schema.ts';

/**
 * Subscribes an address. Returns true if it is subscribed now, even if it already was. Returns false, and never throws,
 * for a malformed address and for a form that looks like a bot's.
 */
export async function subscribe(
  { deps, entryPoint }: Context,
  { email, ...proof }: z.output<typeof subscribeInput>,
): Promise<boolean> {
  if (email === null) return false;
  return inTransaction(deps.db, async (trx) => {
    const suspicion = await checkFormProof(deps, trx, entryPoint, proof);
    await upsertSubscriber(trx, { email, suspicion, subscribedAt: deps.now() });
    if (suspicion === null) await deleteSuppressions(trx, email, ['unsubscribed']);
    return suspicion === null;
  });
}

/** For staff, newest first: the subscribers, or with `suspected` the suspected ones. */
export async function listSubscribers(db: Db, { suspected }: { suspected: boolean }): Promise<Subscriber[]> {
  return findSubscribers(db, { suspected });
}

export interface NewsletterIssue {
  subject: string;
  paragraphs: string[];
}

const NEWSLETTER_IDS = '5f0e7f4e-8a0c-4f5e-9b57-3f6b9a1d2c64';
/** Small, because a transaction blocks every other query on the embedded database. */
const BATCH_SIZE = 50;

/**
 * Enqueues a newsletter for every subscriber and returns how many there are. The same issue is sent to an address only
 * once, so a call that was interrupted can be repeated. Throws POSTAL_ADDRESS_MISSING.
 */
export async function sendNewsletter(
  { db, jobs, now }: Pick<Deps, 'db' | 'now'> & { jobs: Pick<Deps['jobs'], 'enqueue'> },
  { subject, paragraphs }: NewsletterIssue,
): Promise<number> {
  const { postalAddress } = await findPublicSettings(db);
  if (!postalAddress) throw new AppError('POSTAL_ADDRESS_MISSING');
  const issueId = derivedId(JSON.stringify([subject, paragraphs]), NEWSLETTER_IDS);
  const subscribers = await findSubscribers(db, { suspected: false });
  await recordAudit(db, {
    action: 'newsletter.send',
    subject: `newsletter:${issueId}`,
    at: now(),
    change: { before: null, after: `'${subject}' to ${subscribers.length} addresses` },
  });
  for (let from = 0; from < subscribers.length; from += BATCH_SIZE) {
    await inTransaction(db, async (trx) => {
      for (const { email } of subscribers.slice(from, from + BATCH_SIZE)) {
        await jobs.enqueue(
          trx,
          'mail',
          {
            mail: 'newsletter',
            to: email,
            props: {
              subject,
              paragraphs,
              postalAddress,
              unsubscribeUrl: { kind: 'unsubscribe', id: email },
              oneClickUrl: { kind: 'unsubscribe-one-click', id: email },
            },
          },
          { id: derivedId(email, issueId), isBulk: true },
        );
      }
    });
  }
  return subscribers.length;
}
