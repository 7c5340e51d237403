import type { SelectType } from 'kysely';
import type { Database } from '#db/database.ts';
import type { MailName } from '../mail-registry.ts';

/** The tables whose rows record what is charged, refunded, granted, ended, or changed. */
export const STATE_TABLES = [
  'ledgerEntries',
  'purchases',
  'promoHolds',
  'subscriptions',
  'planUpgrades',
  'disputes',
  'memberships',
  'companyCards',
  'importedMemberships',
  'physicalCardRequests',
  'businessPlans',
  'affiliateSignups',
  'commissions',
  'suspectedOwnPurchases',
  'payouts',
  'payoutAccounts',
  'bankFilePayments',
  'taxForms',
  'webinarRewards',
] as const satisfies Array<keyof Database>;
type StateTable = (typeof STATE_TABLES)[number];

type ValueChange<Column extends string, Value> = Value extends string
  ? string extends Value
    ? never
    : `${Column}: ${Value}`
  : never;

type ColumnChange<Column extends string, Value> = unknown extends Value
  ? never
  : [Date | null] extends [Value]
    ? Column
    : ValueChange<Column, Value>;

/**
 * What can happen in these tables: a row is added, a column with fixed values gets one of them, or a column that
 * may be null gets a time (or loses it).
 */
export type StateChange = {
  [Table in StateTable]:
    | Table
    | {
        [Column in keyof Database[Table] & string]: ColumnChange<
          `${Table}.${Column}`,
          SelectType<Database[Table][Column]>
        >;
      }[keyof Database[Table] & string];
}[StateTable];

/** `from` is empty for what no row records, and for what is only a matter of time, such as a renewal that is due. */
export type MailEvent = { from: readonly StateChange[] } & (
  | { to: string; mails: readonly MailName[] }
  | { none: string }
);
