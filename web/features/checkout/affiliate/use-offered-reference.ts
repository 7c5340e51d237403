import { readReferralCode } from '#web/lib/referral.ts';
import { trpc } from '#web/lib/trpc.ts';
import { noReference, type ReferenceValues } from '../reference-values.ts';

const ONCE = { staleTime: Number.POSITIVE_INFINITY, retry: false };

/**
 * Whom a sign-up names unless somebody else is chosen: the owner of the link that the visitor came by, or the house
 * account (DESIGN D24). Nobody is their own reference. Undefined until it is known; where nobody can be asked, none.
 */
export function useOfferedReference(accountId: string): ReferenceValues | undefined {
  const code = readReferralCode() ?? '';
  const owner = trpc.affiliates.referral.useQuery({ code }, { ...ONCE, enabled: code !== '' });
  const house = trpc.affiliates.houseReference.useQuery(undefined, ONCE);
  if (house.isPending || (code !== '' && owner.isPending)) return undefined;
  const recommender = owner.data && owner.data.id !== accountId ? owner.data : undefined;
  const offered = recommender ?? house.data;
  if (offered === undefined) return noReference;
  return { reference: offered.id, referenceLabel: offered.label, referralCode: code };
}
