import { inTransaction, type Trx } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { formatMembershipNumber } from '../../../lib/membership-number.ts';
import { formatPersonName } from '../../../lib/same-person.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import { type AuditAuthor, recordAudit } from '../../../platform/monitoring/audit.service.ts';
import { lockMembership } from '../membership.repository.ts';
import { getExpiry } from '../membership-state.shared.ts';
import { getStateLabel } from '../state/state-summary.shared.ts';
import {
  findHolders,
  findShipment,
  hasUnsentRequest,
  insertPrintRun,
  lockRequests,
  type ShipmentRow,
  updateRequests,
} from './card-shipment.repository.ts';
import { type CardShipment, getShipmentStep, type ShipmentStep } from './card-shipment.schema.ts';
import type { CardAddress } from './physical-card.schema.ts';

type ShipmentDeps = Pick<Deps, 'db' | 'now'>;
type Outbox = { jobs: Pick<JobQueue, 'enqueue'> };

export function toCardShipment(row: ShipmentRow, now: Date): CardShipment {
  const { id, membershipId, recipient, email, isReplacement, requestedAt, sentAt, returnedAt } = row;
  const { street1, street2, city, state, zip, country, printRunId, planName } = row;
  return {
    id,
    membershipId,
    number: formatMembershipNumber(row.number),
    planName,
    name: formatPersonName(row),
    expiresAt: getExpiry(row),
    standing: getStateLabel(row, 'staff', now),
    recipient,
    email,
    address: { street1, street2, city, state, zip, country },
    isReplacement,
    step: getShipmentStep(row),
    requestedAt,
    printRunId,
    sentAt,
    returnedAt,
  };
}

/** Throws NOT_FOUND. */
export async function getCardShipment({ db, now }: ShipmentDeps, id: string): Promise<CardShipment> {
  const row = await findShipment(db, id);
  if (!row) throw new AppError('NOT_FOUND');
  return toCardShipment(row, now());
}

/** The audit log's actions, with the steps that a card can be in before and is in afterward. */
const MOVES = {
  'card.print': { from: ['waiting'], to: 'printed' },
  'card.unprint': { from: ['printed'], to: 'waiting' },
  'card.send': { from: ['waiting', 'printed'], to: 'sent' },
  'card.unsend': { from: ['sent'], to: 'printed' },
  'card.return': { from: ['sent'], to: 'returned' },
  'card.requeue': { from: ['returned'], to: 'waiting' },
} as const satisfies Record<string, { from: readonly ShipmentStep[]; to: ShipmentStep }>;

/**
 * Moves cards to another step and records it in the audit log. Throws NOT_FOUND, or CHANGED_SINCE if someone
 * else has moved any of the cards. In either case, no card is changed.
 */
async function moveCards(
  trx: Trx,
  ids: readonly string[],
  move: {
    action: keyof typeof MOVES;
    change: Parameters<typeof updateRequests>[2];
    at: Date;
    author: AuditAuthor;
  },
): Promise<void> {
  const { action, change, at, author } = move;
  const { from, to }: { from: readonly ShipmentStep[]; to: ShipmentStep } = MOVES[action];
  const requests = await lockRequests(trx, ids);
  if (requests.length < ids.length) throw new AppError('NOT_FOUND');
  if (!requests.every((request) => from.includes(getShipmentStep(request)))) {
    throw new AppError('CHANGED_SINCE');
  }
  await updateRequests(trx, ids, change);
  for (const request of requests) {
    const auditChange = { before: getShipmentStep(request), after: to };
    await recordAudit(trx, {
      ...author,
      action,
      subject: `physical-card:${request.id}`,
      at,
      change: auditChange,
    });
  }
}

/** Marks cards as printed, so that nobody prints them again. Returns the id of the print run. */
export async function printCards(
  { db, now }: ShipmentDeps,
  ids: readonly string[],
  author: AuditAuthor,
): Promise<string> {
  return inTransaction(db, async (trx) => {
    const printRunId = newId();
    const at = now();
    await insertPrintRun(trx, {
      id: printRunId,
      printedAt: at,
      printedBy: author.actorId,
      cards: ids.length,
    });
    await moveCards(trx, ids, { action: 'card.print', change: { printRunId }, at, author });
    return printRunId;
  });
}

/** Puts printed cards back into the queue, for example after a paper jam. */
export async function unprintCards(
  { db, now }: ShipmentDeps,
  ids: readonly string[],
  author: AuditAuthor,
): Promise<void> {
  await inTransaction(db, (trx) =>
    moveCards(trx, ids, { action: 'card.unprint', change: { printRunId: null }, at: now(), author }),
  );
}

/** Marks cards as sent and emails their holders. */
export async function sendCards(
  { db, now, jobs }: ShipmentDeps & Outbox,
  ids: readonly string[],
  author: AuditAuthor,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const at = now();
    await moveCards(trx, ids, { action: 'card.send', change: { sentAt: at }, at, author });
    await notifyHolders({ jobs }, trx, ids, 'card-sent');
  });
}

async function notifyHolders(
  { jobs }: Outbox,
  trx: Trx,
  ids: readonly string[],
  mail: 'card-sent' | 'card-came-back',
) {
  const holders = await findHolders(trx, ids);
  for (const { id: _, number, firstname, recipient, email, ...address } of holders) {
    await jobs.enqueue(trx, 'mail', {
      mail,
      to: email,
      props: { firstname, recipient, number: formatMembershipNumber(number), address },
    });
  }
}

/** Undoes `sendCards` for one card. The holder keeps the email. */
export async function unsendCard({ db, now }: ShipmentDeps, id: string, author: AuditAuthor): Promise<void> {
  await inTransaction(db, async (trx) => {
    await requireOnlyRequest(trx, id);
    await moveCards(trx, [id], { action: 'card.unsend', change: { sentAt: null }, at: now(), author });
  });
}

/** Records that a card came back, and emails its holder. Staff can send it again. */
export async function markCardReturned(
  { db, now, jobs }: ShipmentDeps & Outbox,
  id: string,
  author: AuditAuthor,
): Promise<void> {
  const at = now();
  await inTransaction(db, async (trx) => {
    await moveCards(trx, [id], { action: 'card.return', change: { returnedAt: at }, at, author });
    await notifyHolders({ jobs }, trx, [id], 'card-came-back');
  });
}

/** Puts a returned card back into the queue, with the address that it should go to. */
export async function requeueCard(
  { db, now }: ShipmentDeps,
  id: string,
  address: CardAddress,
  author: AuditAuthor,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await requireOnlyRequest(trx, id);
    const change = { ...address, printRunId: null, sentAt: null, returnedAt: null };
    await moveCards(trx, [id], { action: 'card.requeue', change, at: now(), author });
  });
}

/**
 * Throws CARD_REQUESTED if another card of the membership is waiting to be sent. Locks the membership, so
 * that its owner can't order one in the meantime.
 */
async function requireOnlyRequest(trx: Trx, id: string): Promise<void> {
  const request = await findShipment(trx, id);
  if (!request) throw new AppError('NOT_FOUND');
  await lockMembership(trx, request.membershipId);
  if (await hasUnsentRequest(trx, request)) {
    throw new AppError('CARD_REQUESTED', {
      message: 'Another card for this membership is waiting to be sent.',
    });
  }
}
