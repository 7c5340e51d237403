import type { ColumnType } from 'kysely';
import type { Defaulted, Instant, Json, NullableInstant, NullableJson } from '../columns.ts';

export type ImportState =
  | 'uploading'
  | 'mapping'
  | 'checking'
  | 'checked'
  | 'running'
  | 'done'
  | 'canceled'
  | 'failed';

/** A CSV file that staff uploaded. */
export interface ImportsTable {
  id: ColumnType<string, string, never>;
  kind: ColumnType<string, string, never>;
  fileName: ColumnType<string, string, never>;
  bytes: Defaulted<number>;
  /** The number of stored files that the upload was split into. */
  parts: Defaulted<number>;
  options: Json;
  /** What the whole file shows about how to read it. Null until the dry run has read it once. */
  survey: NullableJson;
  /** Which column is which, and what values mean. Null until the file was read once. */
  mapping: NullableJson;
  state: ImportState;
  uploadedBy: ColumnType<string, string, never>;
  startedBy: string | null;
  reason: string | null;
  /** Where the dry run or the import continues after a restart. */
  lastLine: Defaulted<number>;
  readBytes: Defaulted<number>;
  newRows: Defaulted<number>;
  changedRows: Defaulted<number>;
  unchangedRows: Defaulted<number>;
  refusedRows: Defaulted<number>;
  skippedRows: Defaulted<number>;
  /** The dry run's counts, once the import has started to count its own rows. */
  checked: NullableJson;
  /** Why the file could not be read. */
  problem: string | null;
  createdAt: Instant;
  startedAt: NullableInstant;
  finishedAt: NullableInstant;
  hasFiles: Defaulted<boolean>;
}

/** How staff last mapped a file, for the next one with the same first line. */
export interface ImportMappingsTable {
  kind: ColumnType<string, string, never>;
  headerDigest: ColumnType<string, string, never>;
  mapping: Json;
  savedAt: Instant;
}

export interface ImportFaultsTable {
  importId: string;
  line: number;
  /** The number of the fault within its line. */
  position: number;
  columnName: string | null;
  message: string;
}
