import type { SuppressionReason } from '#db/tables/content.ts';

/**
 * The purpose of an email decides whether it is sent to a suppressed address:
 * - `requested`: the recipient just caused it, for example by buying or by resetting a password. Always sent.
 * - `staff`: for our own support address. Always sent.
 * - `notice`: nobody is waiting for it. Not sent to an address that bounced or that staff suppressed.
 * - `shipping`: a notice that the recipient can switch off.
 * - `marketing`: also not sent to an address that unsubscribed.
 */
export type MailPurpose = 'requested' | 'staff' | 'notice' | 'shipping' | 'marketing';

export const SUPPRESSED_BY: Record<MailPurpose, readonly SuppressionReason[]> = {
  requested: [],
  staff: [],
  notice: ['rejected', 'staff'],
  shipping: ['rejected', 'staff', 'no-shipping-notices'],
  marketing: ['rejected', 'staff', 'unsubscribed'],
};

export function isSuppressed(purpose: MailPurpose, reasons: readonly SuppressionReason[]): boolean {
  return reasons.some((reason) => SUPPRESSED_BY[purpose].includes(reason));
}
