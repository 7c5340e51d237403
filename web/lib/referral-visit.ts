import { isReferralCode, rememberReferralCode } from './referral.ts';
import { createTrpcClient } from './trpc.ts';

/** Counts the visit, and remembers the code if it belongs to an affiliate. */
export async function countVisit(code: string): Promise<void> {
  if (!isReferralCode(code)) return;
  try {
    const linkOwner = await createTrpcClient().affiliates.visit.mutate({ code });
    if (linkOwner !== null) rememberReferralCode(code);
  } catch {
    // Remember the unchecked code: the purchase checks it again, so an outage costs the affiliate only the
    // visit.
    rememberReferralCode(code);
  }
}
