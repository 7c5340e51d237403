import type { SuppressionReason } from '#db/tables/content.ts';

/**
 * The purpose of an email decides whether it is sent to a suppressed address:
 * - `requested`: the recipient just caused it, for example by buying or by resetting a password. Always sent.
 * - `staff`: for our own support address. Always sent.
 * - `notice`: nobody is waiting for it. Not sent to an address that bounced or that staff suppressed.
 * - `shipping`: a notice that the recipient can switch off.
 * - `renewal`: the receipt of a renewal, which the payer can switch off.
 * - `marketing`: also not sent to an address that unsubscribed.
 */
export type MailPurpose = 'requested' | 'staff' | 'notice' | 'shipping' | 'renewal' | 'marketing';

export const SUPPRESSED_BY: Record<MailPurpose, readonly SuppressionReason[]> = {
  requested: [],
  staff: [],
  notice: ['rejected', 'staff'],
  shipping: ['rejected', 'staff', 'no-shipping-notices'],
  renewal: ['rejected', 'staff', 'no-renewal-receipts'],
  marketing: ['rejected', 'staff', 'unsubscribed'],
};

/** The emails that their recipients can switch off, with the reason that records it. */
export const OPTIONAL_MAILS = {
  shippingNotices: 'no-shipping-notices',
  renewalReceipts: 'no-renewal-receipts',
} as const satisfies Record<string, SuppressionReason>;

/** The reasons that an address's owner decides about. */
export const CHOSEN_BY_OWNER: readonly SuppressionReason[] = [
  'unsubscribed',
  ...Object.values(OPTIONAL_MAILS),
];

export function isSuppressed(purpose: MailPurpose, reasons: readonly SuppressionReason[]): boolean {
  return reasons.some((reason) => SUPPRESSED_BY[purpose].includes(reason));
}
