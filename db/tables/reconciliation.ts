import type { ColumnType } from 'kysely';
import type { Instant, Json } from '../columns.ts';

export interface ReconciliationsTable {
  /** YYYY-MM-DD in UTC. */
  night: ColumnType<string, string, never>;
  periodFrom: Instant;
  periodTo: Instant;
  findings: Json;
  finishedAt: Instant;
}
