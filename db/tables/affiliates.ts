import type { ColumnType } from 'kysely';
import type { Cents, Instant, Json, NullableInstant } from '../columns.ts';

export interface TaxFormsTable {
  id: ColumnType<string, string, never>;
  accountId: ColumnType<string, string, never>;
  kind: 'w9' | 'w8ben';
  /** The tax form except for the tax numbers. */
  details: Json;
  /** The tax numbers as JSON, encrypted. The text contains the key's id. */
  encryptedNumbers: string;
  last4: string;
  acceptedAt: Instant;
  ip: string;
  supersededAt: NullableInstant;
}

export interface AffiliateSignupsTable {
  id: ColumnType<string, string, never>;
  accountId: string;
  role: 'friend' | 'influencer' | 'loyalty' | 'educator';
  referrerId: string;
  /** The membership's purchase. Null until the signup is completed, or if it included no membership. */
  purchaseId: string | null;
  form: Json;
  donates: boolean;
  /** PNG, base64-encoded. */
  signature: string;
  signedAt: Instant;
  ip: string;
  /** When the purchase was settled, or when the account signed up without one. Null before that. */
  completedAt: NullableInstant;
}

/** An affiliate's visits by day, with and without a named link. */
export interface ReferralVisitsTable {
  affiliateId: string;
  day: string;
  visits: number;
}

/** The links that an affiliate has named. */
export interface ReferralLinksTable {
  accountId: ColumnType<string, string, never>;
  /** Lowercase letters, digits, and hyphens. */
  name: ColumnType<string, string, never>;
  createdAt: ColumnType<Date, Date, never>;
}

/** Those of them that came through a named link. */
export interface ReferralLinkVisitsTable {
  affiliateId: string;
  link: string;
  day: string;
  visits: number;
}

/** The bank account that an affiliate's payouts go to, and those before it. */
export interface PayoutAccountsTable {
  accountId: ColumnType<string, string, never>;
  id: ColumnType<string, string, never>;
  routingNumber: ColumnType<string, string, never>;
  kind: ColumnType<'checking' | 'savings', 'checking' | 'savings', never>;
  holderName: ColumnType<string, string, never>;
  /** The text contains the key's id. */
  encryptedNumber: string;
  last4: ColumnType<string, string, never>;
  createdAt: ColumnType<Date, Date, never>;
  /** Bank files don't use the account before this time. */
  usableFrom: ColumnType<Date, Date, never>;
  supersededAt: NullableInstant;
  /** When staff learned that the bank had returned a payout. */
  returnedAt: NullableInstant;
  returnReason: ColumnType<string | null, string | null | undefined, string | null>;
}

/** A file for the bank with some or all payouts of a month. */
export interface BankFilesTable {
  id: ColumnType<string, string, never>;
  batchId: ColumnType<string, string, never>;
  /** 1 is the month's first file. */
  number: ColumnType<number, number, never>;
  /** The text contains the key's id. */
  encryptedContent: string;
  paymentCount: ColumnType<number, number, never>;
  totalCents: ColumnType<Cents, Cents, never>;
  createdBy: ColumnType<string, string, never>;
  createdAt: ColumnType<Date, Date, never>;
}

export interface BankFilePaymentsTable {
  bankFileId: ColumnType<string, string, never>;
  payoutId: ColumnType<string, string, never>;
  payoutAccountId: ColumnType<string, string, never>;
  last4: ColumnType<string, string, never>;
  returnedAt: NullableInstant;
  returnReason: ColumnType<string | null, string | null | undefined, string | null>;
}

/** Append-only: columns are `never` on update. */
export interface CommissionsTable {
  id: ColumnType<string, string, never>;
  affiliateId: ColumnType<string, string, never>;
  paymentId: ColumnType<string, string, never>;
  rule: ColumnType<CommissionRule, CommissionRule, never>;
  ratePercent: ColumnType<string | null, number | string | null, never>;
  bonusCents: ColumnType<Cents | null, Cents | null, never>;
  baseCents: ColumnType<Cents, Cents, never>;
  amountCents: ColumnType<Cents, Cents, never>;
  reason: ColumnType<string, string, never>;
  adjusts: ColumnType<string | null, string | null, never>;
  payableAt: ColumnType<Date, Date, never>;
  createdAt: ColumnType<Date, Date, never>;
  /** True for an affiliate's first sales. Later ones are emailed once a day. */
  hasOwnMail: ColumnType<boolean, boolean | undefined, never>;
}
type CommissionRule = 'influencer' | 'educator' | 'downline' | 'friend' | 'none';

/** A purchase on which an affiliate earned, and which may be the affiliate's own. Staff decide (D70). */
export interface SuspectedOwnPurchasesTable {
  id: ColumnType<string, string, never>;
  purchaseId: ColumnType<string, string, never>;
  affiliateId: ColumnType<string, string, never>;
  reasons: ColumnType<string[], string[], never>;
  foundAt: ColumnType<Date, Date, never>;
  decidedAt: NullableInstant;
  /** Null until it is decided. */
  isOwn: ColumnType<boolean | null, boolean | null | undefined, boolean>;
}

export interface PayoutBatchesTable {
  id: ColumnType<string, string, never>;
  month: ColumnType<string, string, never>;
  createdAt: ColumnType<Date, Date, never>;
  /** Null for the months that were paid before there were bank files. */
  paysByBank: ColumnType<boolean | null, boolean | undefined, never>;
  payoutCount: ColumnType<number | null, number | undefined, never>;
  totalCents: ColumnType<Cents | null, Cents | undefined, never>;
}

export interface PayoutsTable {
  id: ColumnType<string, string, never>;
  batchId: ColumnType<string, string, never>;
  affiliateId: ColumnType<string, string, never>;
  amountCents: ColumnType<Cents, Cents, never>;
}

export interface PayoutLinesTable {
  commissionId: ColumnType<string, string, never>;
  payoutId: ColumnType<string, string, never>;
}

/** Unpaid commissions, except 0-cent ones. Only triggers write to this table. */
export interface UnpaidCommissionsTable {
  commissionId: ColumnType<string, never, never>;
  affiliateId: ColumnType<string, never, never>;
  amountCents: ColumnType<Cents, never, never>;
  payableAt: ColumnType<Date, never, never>;
}

/** Only triggers write to this table. */
export interface AffiliateYearsTable {
  /** The calendar year in the business time zone in which the payouts were marked as paid. */
  year: ColumnType<number, never, never>;
  affiliateId: ColumnType<string, never, never>;
  paidCents: ColumnType<Cents, never, never>;
}
