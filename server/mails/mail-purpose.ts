import type { SuppressionReason } from '#db/tables/content.ts';

/**
 * Why an email is sent, which decides whether a suppressed address gets it:
 * - `requested`: the recipient just did what it answers, such as a purchase or a password reset. Always sent.
 * - `staff`: to our own support address. Always sent.
 * - `notice`: nobody is waiting for it. Not sent to an address that bounced or that staff have listed.
 * - `marketing`: not sent to any suppressed address.
 */
export type MailPurpose = 'requested' | 'staff' | 'notice' | 'marketing';

const SUPPRESSED_BY: Record<MailPurpose, readonly SuppressionReason[]> = {
  requested: [],
  staff: [],
  notice: ['rejected', 'staff'],
  marketing: ['rejected', 'staff', 'unsubscribed'],
};

export function isSuppressed(purpose: MailPurpose, reasons: readonly SuppressionReason[]): boolean {
  return reasons.some((reason) => SUPPRESSED_BY[purpose].includes(reason));
}
