import type { Db } from '#db/client.ts';
import type { Deps } from '../deps.ts';
import { parseMembershipNumber } from '../lib/membership-number.ts';
import { countCardsOn, findMembershipByNumber, type StoredMembership } from './membership.repository.ts';
import { describeMembership } from './membership.service.ts';
import { hasCardRequest } from './physical-card/physical-card.repository.ts';
import type { Verification } from './verification.schema.ts';
import { checkLiveCode } from './wallet/live-card.service.ts';

/**
 * The membership under a number in any spelling; null if there is none. `viewerId` is the signed-in account, whose
 * owner also learns whether a printed card was requested. `scan` is the code scanned with the number. Never cached, so
 * that a canceled card fails at once.
 */
export async function findVerification(
  deps: Pick<Deps, 'db' | 'now' | 'signer'>,
  { number: typed, scan }: { number: string; scan?: string | undefined },
  viewerId: string | null,
): Promise<Verification | null> {
  const { db } = deps;
  const number = parseMembershipNumber(typed);
  const stored = number === null ? undefined : await findMembershipByNumber(db, number);
  if (!stored) return null;
  const { isFamily } = stored;
  const isOwner = viewerId !== null && stored.accountId === viewerId;
  return {
    ...describeMembership(stored, deps.now()),
    isFamily,
    spouseFirstname: isFamily ? stored.spouseFirstname : null,
    spouseLastname: isFamily ? stored.spouseLastname : null,
    familyMembers: isFamily ? stored.familyMembers : [],
    ...(await countCards(db, stored)),
    requestedPhysicalCard: isOwner ? await hasCardRequest(db, stored.id) : null,
    liveness: scan ? checkLiveCode(deps, stored, scan) : null,
  };
}

async function countCards(
  db: Db,
  { isCompanyPlan, isFamily, subscriptionId }: StoredMembership,
): Promise<Pick<Verification, 'individualCount' | 'familyCount'>> {
  if (isCompanyPlan) return countCardsOn(db, subscriptionId);
  return isFamily ? { individualCount: 0, familyCount: 1 } : { individualCount: 1, familyCount: 0 };
}
