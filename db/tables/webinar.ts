import type { ColumnType } from 'kysely';
import type { CreatedInstant, Instant, NullableInstant, NullableJson } from '../columns.ts';

export interface WebinarCodesTable {
  id: ColumnType<string, string, never>;
  code: string;
  startedAt: NullableInstant;
  finishedAt: NullableInstant;
  selection: 'SELECTED_SURVEY' | 'SELECTED_SIGN_UP' | null;
  selectedAt: NullableInstant;
  survey: NullableJson;
  accountId: string | null;
  createdAt: CreatedInstant;
}

export interface WebinarRewardsTable {
  id: ColumnType<string, string, never>;
  webinarCodeId: string;
  kind: 'lunch' | 'gift-card';
  amount: string;
  recipient: string;
  email: string;
  detail: string | null;
  owedAt: Instant;
  sentAt: NullableInstant;
}
