import { z } from 'zod';

export const importId = z.object({ id: z.uuid() });

const rows = z.int().nonnegative();
export const importCounts = z.object({ new: rows, changed: rows, unchanged: rows, refused: rows });
export type ImportCounts = z.infer<typeof importCounts>;

/** What only the whole of a file shows about how to read it. */
export const importSurvey = z.object({
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']),
  dayOrders: z.record(z.string(), z.enum(['month-first', 'day-first'])),
  unused: z.array(z.string()),
  exportedFrom: z.string().nullable(),
});

export const importDetail = z.object({
  id: z.uuid(),
  kind: z.string(),
  fileName: z.string(),
  bytes: z.int(),
  readBytes: z.int(),
  state: z.enum(['uploading', 'checking', 'checked', 'running', 'done', 'canceled', 'failed']),
  /** What the dry run found, or what the import has done so far. */
  counts: importCounts,
  /** What the dry run found, once the import has started. */
  checked: importCounts.nullable(),
  /** Null until the file was read once. */
  survey: importSurvey.pick({ unused: true, exportedFrom: true }).nullable(),
  /** Why the file could not be read. */
  problem: z.string().nullable(),
  reason: z.string().nullable(),
  /** False once the file was removed. */
  hasFiles: z.boolean(),
  createdAt: z.date(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
});
export type ImportDetail = z.infer<typeof importDetail>;

export const importFaultsInput = z.object({
  id: z.uuid(),
  /** The last fault of the previous page. */
  after: z.object({ line: z.int(), position: z.int() }).optional(),
});

export const importFaults = z.object({
  faults: z.array(
    z.object({
      line: z.int(),
      position: z.int(),
      column: z.string().nullable(),
      message: z.string(),
    }),
  ),
  hasMore: z.boolean(),
});
export type ImportFaults = z.infer<typeof importFaults>;
