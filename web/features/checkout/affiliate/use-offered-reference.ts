import { readReferralCode } from '#web/lib/referral.ts';
import { trpc } from '#web/lib/trpc.ts';
import { noReference, type ReferenceValues } from '../reference-values.ts';

const LOAD_ONCE = { staleTime: Number.POSITIVE_INFINITY, retry: false };

/**
 * Returns the initial reference of a signup: the owner of the referral link or, without such an owner or if
 * it is the account itself, the house account (D24). Empty if the house account can't be loaded. Undefined
 * while loading.
 */
export function useOfferedReference(accountId: string): ReferenceValues | undefined {
  const code = readReferralCode() ?? '';
  const linkOwner = trpc.affiliates.referral.useQuery({ code }, { ...LOAD_ONCE, enabled: code !== '' });
  const houseAccount = trpc.affiliates.houseReference.useQuery(undefined, LOAD_ONCE);
  if (houseAccount.isPending || (code !== '' && linkOwner.isPending)) return undefined;
  const referrer = linkOwner.data && linkOwner.data.id !== accountId ? linkOwner.data : undefined;
  const reference = referrer ?? houseAccount.data;
  if (reference === undefined) return noReference;
  return { reference: reference.id, referenceLabel: reference.label, referralCode: code };
}
