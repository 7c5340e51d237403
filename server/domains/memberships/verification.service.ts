import type { Db } from '#db/client.ts';
import { readMembershipNumber } from '../../lib/readers/membership-number.ts';
import { valueOrNull } from '../../lib/readers/reading.ts';
import type { Deps } from '../../platform/deps.ts';
import { countCardsOn, findMembershipByNumber, type StoredMembership } from './membership.repository.ts';
import { describeMembership } from './membership.service.ts';
import { hasCardRequest } from './physical-card/physical-card.repository.ts';
import type { Verification } from './verification.schema.ts';
import { checkLiveCode } from './wallet/live-card.service.ts';

type VerificationDeps = Pick<Deps, 'reader' | 'db' | 'now' | 'signer'>;

/**
 * Finds a membership by its number in any spelling. Only its owner, `viewerId`, receives
 * `requestedPhysicalCard`. Don't cache the result: a card that ends must fail immediately.
 */
export async function findVerification(
  deps: VerificationDeps,
  { number: numberText, scan }: { number: string; scan?: string | undefined },
  viewerId: string | null,
): Promise<Verification | null> {
  const number = valueOrNull(readMembershipNumber(numberText));
  if (number === null) return null;
  const verify = (db: Db) => verifyNumber(db, deps, { number, scan }, viewerId);
  // A signed-in caller may be the owner, who must see their own changes at once.
  return viewerId === null ? deps.reader.find('verification', verify) : verify(deps.db);
}

async function verifyNumber(
  db: Db,
  deps: VerificationDeps,
  { number, scan }: { number: string; scan: string | undefined },
  viewerId: string | null,
): Promise<Verification | null> {
  const membership = await findMembershipByNumber(db, number);
  if (!membership) return null;
  const { isFamily } = membership;
  const isOwner = viewerId !== null && membership.accountId === viewerId;
  const { summary, ...core } = describeMembership(membership, 'cashier', deps.now());
  const { until, title, text } = summary;
  return {
    ...core,
    summary: { until, title, text },
    isFamily,
    spouseFirstname: isFamily ? membership.spouseFirstname : null,
    spouseLastname: isFamily ? membership.spouseLastname : null,
    familyMembers: isFamily ? membership.familyMembers : [],
    ...(await countCards(db, membership, deps.now())),
    requestedPhysicalCard: isOwner ? await hasCardRequest(db, membership.id) : null,
    liveness: scan ? checkLiveCode(deps, membership, scan) : null,
  };
}

async function countCards(
  db: Db,
  { isCompanyPlan, isFamily, subscriptionId }: StoredMembership,
  now: Date,
): Promise<Pick<Verification, 'individualCount' | 'familyCount'>> {
  if (isCompanyPlan) return countCardsOn(db, subscriptionId, now);
  return isFamily ? { individualCount: 0, familyCount: 1 } : { individualCount: 1, familyCount: 0 };
}
