import type { z } from 'zod';
import type { Db, Trx } from '#db/client.ts';
import type { TableDefinition } from '../../lib/table/headings.ts';
import type { LineFault } from '../../lib/table/table.ts';
import type { Deps } from '../../platform/deps.ts';
import type { MappedTable } from './mapping/mapped-rows.ts';
import type { ImportMapping, MappingSource } from './mapping/mapping.schema.ts';
import type { MappingRules, ValueOption } from './mapping/mapping-rules.shared.ts';

export type LineOutcome = { line: number; outcome: 'new' | 'changed' | 'unchanged' } | LineFault;

/** Who started an import, and why. */
export interface ImportActor {
  importId: string;
  actorId: string;
  reason: string;
  at: Date;
}

export interface PreparedBatch {
  /** Returns what `save` would return now, but writes nothing. */
  compare(db: Db): Promise<LineOutcome[]>;
  /** Returns a fault for a row that can't be saved. If it throws, nothing of the batch is saved. */
  save(trx: Trx, by: ImportActor): Promise<LineOutcome[]>;
}

/** Rows that are saved in one transaction. */
export interface ImportBatch {
  /** The last line of the file that was read for this batch or an earlier one. It rises with each batch. */
  lastLine: number;
  /** Lines that were refused while reading. One line may have several. */
  faults: LineFault[];
  /** How many rows were skipped because staff chose so for one of their values. */
  skipped: number;
  /** Does the slow work, before the transaction starts. */
  prepare(deps: Deps): Promise<PreparedBatch>;
}

export interface ImportReading {
  options: unknown;
  survey: MappingSource['survey'];
  mapping: ImportMapping;
}

/** How the rows of one kind of file are read and saved. */
export interface ImportKind {
  table: TableDefinition;
  rules: MappingRules;
  /** What the values of the fields with a closed list may be. */
  listOptions(db: Db): Promise<Record<string, ValueOption[]>>;
  /**
   * Reads the whole file, even to continue after a restart. So it must yield the same batches each time, and
   * must not read the database. Throws TableError.
   */
  readBatches(table: MappedTable, reading: ImportReading): AsyncGenerator<ImportBatch>;
  /** Runs after an import that changed something. */
  afterRun?(deps: Deps): Promise<void>;
  /** Validates the options that were sent with the file. If undefined, this kind has no options. */
  options?: z.ZodType;
}
