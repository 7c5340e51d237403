import type { z } from 'zod';
import type { Db, Trx } from '#db/client.ts';
import { inTransaction } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { derivedId } from '../../../lib/ids.ts';
import type { Context } from '../../../platform/context.ts';
import type { Deps } from '../../../platform/deps.ts';
import { findReasons } from '../../../platform/mails/suppression.repository.ts';
import { recordAudit } from '../../../platform/monitoring/audit.service.ts';
import { findPublicSettings } from '../content.repository.ts';
import { detectSpam } from './anti-spam.service.ts';
import {
  countSubscribers,
  findSubscribers,
  type Subscriber,
  upsertSubscriber,
} from './newsletter.repository.ts';
import type { subscribeInput } from './newsletter.schema.ts';

const CONFIRMATION_IDS = 'd3f1c0a8-52c7-4a55-8a1f-0d6a7c9e4b21';

/**
 * Subscribes an address. An address that unsubscribed gets an email with a link to confirm it instead, at most
 * once a day, because anyone can send this form. Returns true in both cases. Returns false, without throwing,
 * for a malformed address or a form that looks like a bot's.
 */
export async function subscribe(
  { deps, entryPoint }: Context,
  { email, ...antiSpam }: z.output<typeof subscribeInput>,
): Promise<boolean> {
  if (email === null) return false;
  return inTransaction(deps.db, async (trx) => {
    const suspicion = await detectSpam(deps, trx, entryPoint, antiSpam);
    if ((await findReasons(trx, email)).includes('unsubscribed')) {
      if (suspicion === null) await requestConfirmation(deps, trx, email);
    } else {
      await upsertSubscriber(trx, { email, suspicion, subscribedAt: deps.now() });
    }
    return suspicion === null;
  });
}

async function requestConfirmation({ jobs, now }: Pick<Deps, 'jobs' | 'now'>, trx: Trx, email: string) {
  const day = now().toISOString().slice(0, 10);
  await jobs.enqueue(
    trx,
    'mail',
    { mail: 'newsletter-confirm', to: email, props: { confirmUrl: { kind: 'unsubscribe', id: email } } },
    { id: derivedId(`${email} ${day}`, CONFIRMATION_IDS) },
  );
}

/**
 * Lists subscribers for staff, newest first: suspected bots if `suspected` is true, otherwise accepted ones.
 */
export async function listSubscribers(db: Db, { suspected }: { suspected: boolean }): Promise<Subscriber[]> {
  return findSubscribers(db, { suspected });
}

/** Counts the addresses that the next newsletter is sent to. */
export async function getSubscriberCount(db: Db): Promise<number> {
  return countSubscribers(db);
}

export interface NewsletterIssue {
  subject: string;
  paragraphs: string[];
}

const NEWSLETTER_IDS = '5f0e7f4e-8a0c-4f5e-9b57-3f6b9a1d2c64';
/** Keep this small: on the embedded database, a transaction blocks every other query. */
const BATCH_SIZE = 50;

/**
 * Enqueues a newsletter for every subscriber and returns their number. Safe to repeat after an interruption,
 * because each address gets the same issue only once. Throws POSTAL_ADDRESS_MISSING.
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
