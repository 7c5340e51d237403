import { type ColumnType, type Generated, type SqlBool, sql } from 'kysely';
import type { CreatedInstant, Defaulted, Instant, NullableInstant } from '../columns.ts';

export interface AccountsTable {
  id: ColumnType<string, string, never>;
  email: string;
  firstname: string;
  lastname: string;
  /** The name in Latin letters, for documents that can't print the name itself. Null if nobody entered it. */
  latinName: Defaulted<string | null>;
  zip: string;
  accountType: Defaulted<number>;
  isInfluencer: Defaulted<boolean>;
  isFriend: Defaulted<boolean>;
  isHouse: Defaulted<boolean>;
  referenceCode: string | null;
  /** The affiliate who recruited this account as an affiliate. Set only once. */
  referredBy: ColumnType<string | null, string | null | undefined, string | null>;
  passwordHash: string;
  providerCustomerId: string | null;
  /** When `email` was verified. Null until then. */
  emailVerifiedAt: NullableInstant;
  /** Replaces `email` when the owner follows the link that was mailed to the new address (D58). */
  pendingEmail: string | null;
  /** Raised when the account is recovered, which ends its sessions and its access tokens (D75). */
  securityVersion: Defaulted<number>;
  /** True if receipts are emailed with a PDF. */
  receiptPdf: Defaulted<boolean>;
  /** When the account was deleted. The row then no longer contains the owner's name, email, or ZIP code. */
  deletedAt: NullableInstant;
  /** The last month, YYYY-MM, in which an affiliate was emailed about money that is held back. */
  payoutHeldMonth: Defaulted<string | null>;
  createdAt: CreatedInstant;
}

/**
 * True if the account may be named as a referrer. The partial indexes of `accounts` have the same condition, and
 * PostgreSQL uses them only for it.
 */
export const IS_AFFILIATE = sql<SqlBool>`(accounts.account_type in (1, 2, 3) or accounts.is_influencer or accounts.is_friend or accounts.is_house)`;

/** A person's name, as `formatPersonName` writes it: the last name of someone with only one name is a hyphen. */
export const personNameOf = (table: 'accounts' | 'memberships') =>
  sql<string>`trim(concat(${sql.ref(`${table}.firstname`)}, ' ', nullif(${sql.ref(`${table}.lastname`)}, '-')))`;

export interface SessionsTable {
  idHash: ColumnType<string, string, never>;
  accountId: string;
  expiresAt: Instant;
  endsAt: Instant;
  createdAt: CreatedInstant;
  /** Identifies the session to its owner. Unlike the session's secret id, it doesn't grant access. */
  id: Generated<string>;
  device: string | null;
  /** Updated at most once an hour. */
  lastUsedAt: Defaulted<Date>;
  /** When a passkey was last used in this session (D57). */
  passkeyAt: NullableInstant;
  isFromStaffToken: Defaulted<boolean>;
  /** The account's version when the session began. */
  securityVersion: Defaulted<number>;
}

export interface PasskeysTable {
  id: ColumnType<string, string, never>;
  accountId: ColumnType<string, string, never>;
  /** The authenticator's id of the passkey, in base64url. */
  credentialId: ColumnType<string, string, never>;
  /** A COSE key in base64url. */
  publicKey: ColumnType<string, string, never>;
  /** How often the passkey was used, as reported by the authenticator. Many always report 0. */
  counter: number;
  transports: ColumnType<string[], string[], never>;
  name: ColumnType<string, string, never>;
  createdAt: CreatedInstant;
  lastUsedAt: NullableInstant;
}

export interface UsedTokensTable {
  id: ColumnType<string, string, never>;
  expiresAt: Instant;
}

export interface StaffTokensTable {
  tokenHash: ColumnType<string, string, never>;
  accountId: string;
  expiresAt: Instant;
  usedAt: NullableInstant;
  /** The account's version when the token was created. */
  securityVersion: Defaulted<number>;
}

export interface RateLimitsTable {
  key: string;
  windowStart: Instant;
  hits: number;
}

/** The calls that each process counted in memory. A key's total in a window is the sum of its rows. */
export interface RateLimitSharesTable {
  windowStart: Instant;
  key: string;
  share: string;
  hits: number;
}

export interface AuditLogTable {
  id: ColumnType<string, string, never>;
  /** Null for an automatic action, or for a command run without a staff account. */
  actorId: ColumnType<string | null, string | null, never>;
  action: ColumnType<string, string, never>;
  /** The subject's type and id, such as 'tax-form:<id>'. */
  subject: ColumnType<string, string, never>;
  reason: ColumnType<string | null, string | null, never>;
  at: ColumnType<Date, Date, never>;
  /** `{ before, after }`, if the action changes a single value. */
  change: ColumnType<unknown, string | null | undefined, never>;
}
