import type { ColumnType } from 'kysely';
import type { Instant, Json } from '../columns.ts';

interface VersionedText {
  type: string;
  version: number;
  html: string;
  publishedAt: Instant;
}

export type ContractsTable = VersionedText;
export type PoliciesTable = VersionedText;
/** The FAQ: sections, questions and answers in one text. */
export type HelpTextsTable = VersionedText;

export interface SettingsTable {
  key: string;
  value: string;
  isPublic: boolean;
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

/** What visitors write to us through a form. */
export interface MessagesTable {
  id: ColumnType<string, string, never>;
  kind: ColumnType<'contact' | 'educator' | 'seminar', 'contact' | 'educator' | 'seminar', never>;
  name: ColumnType<string, string, never>;
  email: ColumnType<string, string, never>;
  /** What the kind's form asks for beside name and address. */
  fields: Json;
  /** Of sender, day and words: the same message twice is one. */
  digest: ColumnType<string, string, never>;
  /** Why it is taken for a program's; null for a person's. */
  suspicion: string | null;
  receivedAt: Instant;
}

export interface NewsletterSubscribersTable {
  /** In lower case. */
  email: ColumnType<string, string, never>;
  suspicion: string | null;
  subscribedAt: Instant;
}

export interface SettingChangesTable {
  id: ColumnType<string, string, never>;
  key: ColumnType<string, string, never>;
  previousValue: ColumnType<string, string, never>;
  value: ColumnType<string, string, never>;
  changedAt: ColumnType<Date, Date, never>;
}
