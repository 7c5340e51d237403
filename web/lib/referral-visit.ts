import { isReferralCode, rememberReferralCode } from './referral.ts';
import { createTrpcClient } from './trpc.ts';

/** Counts the visit, once, and keeps the code where somebody has it. */
export async function countVisit(code: string): Promise<void> {
  if (!isReferralCode(code)) return;
  try {
    const owner = await createTrpcClient().affiliates.visit.mutate({ code });
    if (owner !== null) rememberReferralCode(code);
  } catch {
    // An outage costs the affiliate a visit, not the sale: a purchase asks again whose code it is.
    rememberReferralCode(code);
  }
}
