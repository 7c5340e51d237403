import { readReferralCode } from '#web/lib/referral.ts';
import { trpc } from '#web/lib/trpc.ts';
import { noReference, type ReferenceValues } from '../reference-values.ts';

const ONCE = { staleTime: Number.POSITIVE_INFINITY, retry: false };

/**
 * The default reference of a sign-up: the owner of the referral link, except the account itself, or else the house
 * account (D24). Undefined while loading.
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
