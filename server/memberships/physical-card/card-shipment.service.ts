import { z } from 'zod';
import { type Db, inTransaction } from '#db/client.ts';
import type { Deps } from '../../deps.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import { recordAudit } from '../../monitoring/audit.service.ts';
import { getMembershipState, STATE_LABELS } from '../membership-state.ts';
import { findCardSentAt, findQueue, updateCardSent } from './physical-card.repository.ts';

export interface CardShipment {
  id: string;
  /** Formatted as XXXX-XXXX-XXXX. */
  number: string;
  planName: string;
  /** The name printed on the card. */
  name: string;
  expiresAt: Date;
  /** The membership's state in words. Staff need not ship the card of an ended membership. */
  standing: string;
  recipient: string;
  street1: string;
  street2: string | null;
  city: string;
  state: string;
  zip: string;
  country: string;
  email: string;
  isReplacement: boolean;
  requestedAt: Date;
  sentAt: Date | null;
}

/** Oldest request first. */
export async function listCardShipments(
  { db, now }: { db: Db; now: () => Date },
  { includeSent = false } = {},
): Promise<CardShipment[]> {
  const instant = now();
  const rows = await findQueue(db, { includeSent });
  return rows.map((row) => {
    const { number, firstname, lastname, membershipEndedAt, subscriptionEndedAt, ...rest } = row;
    const { status, periodEnd: expiresAt, ...request } = rest;
    const endedAt = membershipEndedAt ?? subscriptionEndedAt;
    return {
      ...request,
      number: formatMembershipNumber(number),
      name: `${firstname} ${lastname}`,
      expiresAt,
      standing: STATE_LABELS[getMembershipState({ status, periodEnd: expiresAt, endedAt }, instant)],
    };
  });
}

export type MarkSentResult =
  | { status: 'sent'; recipient: string; email: string }
  | { status: 'sent before'; sentAt: Date }
  | { status: 'unknown' };

/** Marks a card as sent and notifies its holder. Concurrent calls send only one notice. */
export async function markCardAsSent(
  { db, now, jobs }: Pick<Deps, 'db' | 'now'> & { jobs: Pick<JobQueue, 'enqueue'> },
  id: string,
): Promise<MarkSentResult> {
  if (!z.uuid().safeParse(id).success) return { status: 'unknown' };
  return inTransaction(db, async (trx) => {
    const card = await updateCardSent(trx, id, now());
    if (!card) {
      const sentAt = (await findCardSentAt(trx, id))?.sentAt;
      return sentAt ? { status: 'sent before', sentAt } : { status: 'unknown' };
    }
    const { number, firstname, recipient, email, ...address } = card;
    const change = { before: 'waiting', after: 'sent' };
    await recordAudit(trx, { action: 'card.send', subject: `physical-card:${id}`, at: now(), change });
    await jobs.enqueue(trx, 'mail', {
      mail: 'card-sent',
      to: email,
      props: { firstname, recipient, number: formatMembershipNumber(number), address },
    });
    return { status: 'sent', recipient, email };
  });
}
