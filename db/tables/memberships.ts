import type { ColumnType } from 'kysely';
import type { Cents, CreatedInstant, Defaulted, Instant, NullableInstant } from '../columns.ts';

export interface MembershipsTable {
  id: ColumnType<string, string, never>;
  number: ColumnType<string, string, never>;
  accountId: string | null;
  subscriptionId: string;
  planId: number;
  firstname: string;
  lastname: string;
  /** The name in Latin letters, for documents that can't print the name itself. Null if nobody entered it. */
  latinName: Defaulted<string | null>;
  spouseFirstname: string | null;
  spouseLastname: string | null;
  spouseLatinName: Defaulted<string | null>;
  familyMembers: Defaulted<string[]>;
  /** In the order of `familyMembers`. Empty strings, and missing ones, stand for names that nobody entered. */
  familyLatinNames: Defaulted<string[]>;
  createdAt: CreatedInstant;
  /**
   * Set when another employee card replaced this one, or when its purchase was refunded. In the future if the
   * company removed the card with the end of the paid period.
   */
  endedAt: NullableInstant;
  claimedAt: NullableInstant;
}

/** A membership that staff imported from another system. */
export interface ImportedMembershipsTable {
  membershipId: ColumnType<string, string, never>;
  /** A digest of what identifies the row in the other system. Kept when the account is deleted. */
  key: ColumnType<string, string, never>;
  externalId: string | null;
  /** The member's number in the other system. Verification doesn't accept it, because it may be guessable. */
  externalNumber: string | null;
  /** A digest of the row that was last imported. */
  rowDigest: string;
  importedAt: Instant;
  invitedAt: NullableInstant;
  /** The day on which the membership began in the other system. YYYY-MM-DD. */
  startedOn: string | null;
}

export interface CompaniesTable {
  id: ColumnType<string, string, never>;
  accountId: ColumnType<string, string, never>;
  name: string;
  /** The account that referred the company. */
  reference: string | null;
  street1: string;
  street2: string | null;
  city: string;
  state: string;
  zip: string;
  country: string;
  email: string;
  phone: string;
  code: string | null;
  /** The company's purchase order number, which its receipts show. */
  poNumber: ColumnType<string | null, string | null | undefined, string | null>;
  /** Incremented with each edit, so that an edit of an older state is refused. */
  version: Defaulted<number>;
  createdAt: CreatedInstant;
  /** Incremented when cards are added or removed, or when a refund ends or restores cards. */
  seatsRevision: Defaulted<number>;
  /** The last `seatsRevision` that was applied to the subscription at Stripe. */
  syncedSeatsRevision: Defaulted<number>;
}

export interface CompanyCardsTable {
  membershipId: ColumnType<string, string, never>;
  companyId: ColumnType<string, string, never>;
  email: string | null;
  phone: string;
  street1: string | null;
  street2: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  country: string | null;
  yearlyCents: Cents;
  invitedAt: NullableInstant;
  /** The purchase that paid for the card. Null for cards from before this column existed. */
  purchaseId: ColumnType<string | null, string | null | undefined, never>;
  /**
   * When a card that the company removed ends: at the end of the period that was paid when it was removed.
   */
  endsAt: NullableInstant;
  /** When the purchase was refunded, which ended the card. */
  returnedAt: NullableInstant;
}

export interface PhysicalCardRequestsTable {
  id: ColumnType<string, string, never>;
  membershipId: string;
  isReplacement: Defaulted<boolean>;
  recipient: string;
  /** Where the shipping notice is sent. */
  email: string;
  street1: string;
  street2: string | null;
  city: string;
  state: string;
  zip: string;
  country: string;
  requestedAt: Instant;
  /** Null until the card is printed. */
  printRunId: Defaulted<string | null>;
  sentAt: NullableInstant;
  /** When the card came back after it was sent. */
  returnedAt: NullableInstant;
}

/** Physical cards that staff printed together. */
export interface CardPrintRunsTable {
  id: ColumnType<string, string, never>;
  printedAt: ColumnType<Date, Date, never>;
  /** The staff account. */
  printedBy: ColumnType<string | null, string | null, never>;
  cards: ColumnType<number, number, never>;
}

/** A membership whose pass was offered to or added to a wallet. */
export interface WalletPassesTable {
  membershipId: ColumnType<string, string, never>;
  /** Incremented by triggers when the membership, or its subscription's status or end, changes. */
  revision: Defaulted<number>;
  seenRevision: Defaulted<number>;
  version: string;
  changedAt: Instant;
  dueAt: NullableInstant;
  googleSavedAt: NullableInstant;
}

export interface WalletDevicesTable {
  id: ColumnType<string, string, never>;
  pushToken: string;
  tag: Defaulted<number>;
}

export interface WalletRegistrationsTable {
  deviceId: ColumnType<string, string, never>;
  membershipId: ColumnType<string, string, never>;
  tag: number;
  registeredAt: Instant;
}
