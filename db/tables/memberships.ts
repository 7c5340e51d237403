import type { ColumnType } from 'kysely';
import type { CreatedInstant, Defaulted, Instant, NullableInstant } from '../columns.ts';

export interface MembershipsTable {
  id: ColumnType<string, string, never>;
  number: ColumnType<string, string, never>;
  accountId: string | null;
  subscriptionId: string;
  planId: number;
  firstname: string;
  lastname: string;
  spouseFirstname: string | null;
  spouseLastname: string | null;
  familyMembers: Defaulted<string[]>;
  createdAt: CreatedInstant;
}

export interface PhysicalCardRequestsTable {
  id: ColumnType<string, string, never>;
  membershipId: string;
  isReplacement: Defaulted<boolean>;
  recipient: string;
  street1: string;
  street2: string | null;
  city: string;
  state: string;
  zip: string;
  country: string;
  requestedAt: Instant;
  sentAt: NullableInstant;
}
