import { z } from 'zod';

export const importId = z.object({ id: z.uuid() });

const rows = z.int().nonnegative();
export const importCounts = z.object({
  new: rows,
  changed: rows,
  unchanged: rows,
  refused: rows,
  /** Rows with a value that staff chose not to import. */
  skipped: rows.default(0),
});
export type ImportCounts = z.infer<typeof importCounts>;

/** What was recognized in a file. */
export const recognizedFile = z.object({
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']),
  separator: z.string(),
  rows,
  /** The system that wrote the file, if it is known. */
  exportedFrom: z.string().nullable(),
  /** The headings that aren't imported. */
  unused: z.array(z.string()),
});

export const importDetail = z.object({
  id: z.uuid(),
  kind: z.string(),
  fileName: z.string(),
  bytes: z.int(),
  readBytes: z.int(),
  state: z.enum(['uploading', 'mapping', 'checking', 'checked', 'running', 'done', 'canceled', 'failed']),
  /** What the dry run found, or what the import has done so far. */
  counts: importCounts,
  /** What the dry run found, once the import has started. */
  checked: importCounts.nullable(),
  /** Null until the file was read once. */
  recognized: recognizedFile.nullable(),
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
