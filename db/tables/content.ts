import type { ColumnType } from 'kysely';
import type { Instant } from '../columns.ts';

interface VersionedText {
  type: string;
  version: number;
  html: string;
  publishedAt: Instant;
}

export type ContractsTable = VersionedText;
export type PoliciesTable = VersionedText;

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
