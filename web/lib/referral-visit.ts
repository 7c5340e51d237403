import { isReferralCode, LINK_NAME } from '#server/lib/referral.ts';
import { rememberReferral } from './referral.ts';
import { createTrpcClient } from './trpc.ts';

/** Counts the visit, and remembers the code if it belongs to an affiliate. Ignores a malformed link name. */
export async function countVisit(code: string, name: string | null): Promise<void> {
  if (!isReferralCode(code)) return;
  const referral = { code, link: name !== null && LINK_NAME.test(name) ? name : null };
  try {
    const linkOwner = await createTrpcClient().affiliates.visit.mutate(referral);
    if (linkOwner !== null) rememberReferral(referral);
  } catch {
    // Remember the unchecked code: the purchase checks it again, so an outage costs the affiliate only the
    // visit.
    rememberReferral(referral);
  }
}
