import type { ColumnType, Generated } from 'kysely';
import type { Defaulted, Instant, Json, NullableInstant } from '../columns.ts';

interface VersionedText {
  type: string;
  version: number;
  html: string;
  publishedAt: Instant;
  /** True if counsel has not reviewed this version. */
  isDraft: Generated<boolean>;
}

export type ContractsTable = VersionedText;
export type PoliciesTable = VersionedText;
/** Each row is a version of the entire FAQ as one HTML document. */
export type HelpTextsTable = VersionedText;

/** The next version of a text, before staff publish it. */
export interface TextDraftsTable {
  type: string;
  html: string;
  /** The published version from which the draft was started; 0 if there was none. */
  baseVersion: number;
  /** Changes with each save. */
  revision: string;
  savedAt: Instant;
  savedBy: string | null;
}

/** A single row that triggers update whenever a setting, plan, policy, or help text changes. */
export interface ContentRevisionTable {
  isOnlyRow: Generated<boolean>;
  revision: Generated<string>;
}

export interface SettingsTable {
  key: string;
  value: string;
  isPublic: boolean;
}

export type PaymentProvider = 'stripe' | 'sandbox';

/** A single row. Production refuses to start if its settings differ from it. */
export interface InstallationTable {
  isOnlyRow: Generated<boolean>;
  payments: PaymentProvider | null;
  /** The id of the folder, or the name of the bucket, that contains the uploaded files. */
  files: string | null;
}

export interface AgreementsTable {
  id: ColumnType<string, string, never>;
  accountId: ColumnType<string | null, string | null, never>;
  purchaseId: ColumnType<string | null, string | null, never>;
  contractType: ColumnType<string, string, never>;
  contractVersion: ColumnType<number, number, never>;
  ip: ColumnType<string, string, never>;
  agreedAt: ColumnType<Date, Date, never>;
}

export interface MessagesTable {
  id: ColumnType<string, string, never>;
  kind: ColumnType<'contact' | 'educator' | 'seminar', 'contact' | 'educator' | 'seminar', never>;
  name: ColumnType<string, string, never>;
  email: ColumnType<string, string, never>;
  /** The form's fields other than name and email. */
  fields: Json;
  /** Hash of the message and the UTC day: a message that is repeated on the same day is stored only once. */
  digest: ColumnType<string, string, never>;
  /** Why the message looks like spam; null if it doesn't. */
  suspicion: string | null;
  receivedAt: Instant;
  answeredAt: NullableInstant;
  /** The staff account that marked it as answered. */
  answeredBy: Defaulted<string | null>;
}

export interface NewsletterSubscribersTable {
  email: ColumnType<string, string, never>;
  suspicion: string | null;
  subscribedAt: Instant;
}

type OptionalMail = 'no-shipping-notices' | 'no-renewal-receipts';
export type SuppressionReason = 'rejected' | 'staff' | 'unsubscribed' | OptionalMail;

export interface MailSuppressionsTable {
  email: ColumnType<string, string, never>;
  reason: ColumnType<SuppressionReason, SuppressionReason, never>;
  suppressedAt: ColumnType<Date, Date, never>;
}

export interface SettingChangesTable {
  id: ColumnType<string, string, never>;
  key: ColumnType<string, string, never>;
  previousValue: ColumnType<string, string, never>;
  value: ColumnType<string, string, never>;
  changedAt: ColumnType<Date, Date, never>;
}

export interface SentMailsTable {
  jobId: string;
  sentAt: Instant;
  /** Null if the address had no account, or if the account is deleted. */
  accountId: string | null;
  subject: string | null;
  /** In lower case. Null for old rows, and once the account is deleted. */
  recipient: string | null;
  /** The type of the email. Null for old rows. */
  mail: string | null;
  outcome: Defaulted<MailOutcome>;
}

/** Whether the mail server accepted an email, refused it for good, or never got it. */
export type MailOutcome = 'sent' | 'refused' | 'suppressed';
