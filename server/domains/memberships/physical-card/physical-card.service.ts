import { z } from 'zod';
import type { Db, Trx } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { paths } from '../../../lib/pages.shared.ts';
import { readMembershipNumber } from '../../../lib/readers/membership-number.ts';
import { valueOrNull } from '../../../lib/readers/reading.ts';
import { formatPersonName } from '../../../lib/same-person.ts';
import type { Deps } from '../../../platform/deps.ts';
import { requireAddon } from '../../catalog/plan.service.ts';
import { PHYSICAL_CARD_SLUG } from '../../catalog/price.shared.ts';
import {
  findMembershipByNumber,
  findOrderableMembership,
  findUnclaimedMembership,
  lockMembership,
  type MembershipKey,
  type StoredMembership,
} from '../membership.repository.ts';
import { getExpiry, isActive } from '../membership-state.shared.ts';
import type { Audience } from '../state/state-sentences.shared.ts';
import { summarizeState } from '../state/state-summary.shared.ts';
import { findEmployeeAddress, findLatestRequest, insertCardRequest } from './physical-card.repository.ts';
import type { CardAddress, CardHolderInput, CardState, CardView } from './physical-card.schema.ts';

export interface CardRequest {
  membershipId: string;
  /** The name on the envelope. */
  recipient: string;
  /** Receives the notice that the card was shipped. */
  email: string;
  address: CardAddress;
  requestedAt: Date;
  isReplacement: boolean;
}

/**
 * Returns the request's id, or undefined if the first card was already requested, or if a replacement is waiting
 * to be sent.
 */
export async function queuePhysicalCard(trx: Trx, request: CardRequest): Promise<string | undefined> {
  const { address, ...rest } = request;
  const { street1, street2, city, state, zip, country } = address;
  return insertCardRequest(trx, { ...rest, street1, street2, city, state, zip, country, id: newId() });
}

/**
 * Returns a link to the page for requesting a card. The link for an unclaimed membership has a key after '#',
 * which browsers never send to a server.
 */
export async function cardRequestLink(
  { config, signer }: Pick<Deps, 'config' | 'signer'>,
  db: Db,
  number: string,
): Promise<string> {
  const page = `${config.publicUrl}${paths.requestCard(number)}`;
  const membership = await findMembershipByNumber(db, number);
  if (!membership || membership.accountId !== null) return page;
  const key = await signer.sign('request-card', membership.id);
  return `${page}#${new URLSearchParams({ key })}`;
}

function parseMembershipKey(text: string): MembershipKey | null {
  if (z.uuid().safeParse(text).success) return { id: text };
  const number = valueOrNull(readMembershipNumber(text));
  return number === null ? null : { number };
}

/**
 * Returns a membership that the caller may order a card for: the account's own, an unclaimed employee card
 * that it pays for, or a guest's, proved by the key in the receipt's link. Throws MEMBERSHIP_NOT_FOUND
 * otherwise.
 */
export async function requireCardHolder(
  { db, signer }: Pick<Deps, 'db' | 'signer'>,
  accountId: string | null,
  { id, key }: CardHolderInput,
): Promise<{ membership: StoredMembership; isGuest: boolean }> {
  const membershipKey = parseMembershipKey(id);
  const ownMembership =
    membershipKey && accountId ? await findOrderableMembership(db, accountId, membershipKey) : undefined;
  if (ownMembership) return { membership: ownMembership, isGuest: false };
  const verifiedLink = key ? await signer.verify('request-card', key) : null;
  const guestMembership =
    membershipKey && verifiedLink ? await findUnclaimedMembership(db, membershipKey) : undefined;
  if (!guestMembership || guestMembership.id !== verifiedLink?.subject)
    throw new AppError('MEMBERSHIP_NOT_FOUND');
  return { membership: guestMembership, isGuest: true };
}

type LatestRequest = NonNullable<Awaited<ReturnType<typeof findLatestRequest>>>;

function findCardState(
  membership: StoredMembership,
  latestRequest: LatestRequest | undefined,
  now: Date,
): CardState {
  if (latestRequest && !latestRequest.sentAt) return 'requested';
  if (!isActive(membership, now)) return 'closed';
  return latestRequest ? 'sent' : 'open';
}

function findReader({ isEmployeeCard, accountId }: StoredMembership): Audience {
  if (!isEmployeeCard) return 'member';
  return accountId === null ? 'company' : 'employee';
}

/** Describes whether a card can be ordered, where it would go, and what a replacement costs. */
export async function describeCard(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  membership: StoredMembership,
): Promise<CardView> {
  const latestRequest = await findLatestRequest(db, membership.id);
  const addon = await requireAddon(db, PHYSICAL_CARD_SLUG);
  const address = latestRequest ?? (await findEmployeeAddress(db, membership.id));
  return {
    number: membership.number,
    planName: membership.planName,
    recipient: formatPersonName(membership),
    expiresAt: getExpiry(membership),
    state: findCardState(membership, latestRequest, now()),
    inactiveText: isActive(membership, now())
      ? null
      : summarizeState(membership, findReader(membership), now()).text,
    latest: latestRequest ?? null,
    address: address ?? null,
    replacementCents: addon.priceCents,
    sentWithin: addon.copy.points[1] ?? addon.copy.points[0] ?? '',
  };
}

/** Locks the membership, so that the second of two concurrent orders sees the first. */
export async function lockCardState(trx: Trx, membershipId: string, now: Date): Promise<CardState> {
  const membership = await lockMembership(trx, membershipId);
  if (!membership) throw new AppError('MEMBERSHIP_NOT_FOUND');
  return findCardState(membership, await findLatestRequest(trx, membershipId), now);
}
