import { z } from 'zod';
import { isPrintable } from '../../../lib/line-rules.ts';

/** What a value of the file becomes if its rows aren't imported. */
export const SKIP_ROWS = 'skip';

const field = z.string().max(40).refine(isPrintable);
const line = z.string().max(200).refine(isPrintable);

/** What staff decided about a file. A dry run and the import use the same mapping. */
export const importMapping = z.strictObject({
  /** Our field for each column of the file. Empty for a column that isn't imported. */
  columns: z.array(field).max(1_000),
  /** What values of the file mean: one of our values, or SKIP_ROWS. */
  values: z.array(z.strictObject({ field, from: line, to: line })).max(500),
  /** Used in rows that have no value for the field. */
  defaults: z.record(field, line),
  /** How dates such as 03/04/2027 are read. By default, as the file's other dates show. */
  dayOrder: z.enum(['auto', 'month-first', 'day-first']),
  /** Whether times without a zone are in UTC. */
  isUtc: z.boolean(),
});
export type ImportMapping = z.infer<typeof importMapping>;

export const importMapInput = z.object({ id: z.uuid(), mapping: importMapping });

/** What only the whole of a file shows about how to read it. */
export const importSurvey = z.object({
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']),
  separator: z.string(),
  headings: z.array(z.string()),
  rows: z.int(),
  columns: z.array(
    z.object({
      dayOrders: z.array(z.enum(['month-first', 'day-first'])),
      hasOpenDays: z.boolean(),
      hasLocalTimes: z.boolean(),
    }),
  ),
});

/** What a file contains, to decide how it is mapped. */
export const tableSample = z.object({
  rows: z.array(z.array(z.string())),
  /** The different values of each column, or null if it has too many. */
  values: z.array(z.array(z.string()).nullable()),
});

export const mappingSource = z.object({
  survey: importSurvey,
  sample: tableSample,
  options: z.record(
    z.string(),
    z.array(z.object({ value: z.string(), label: z.string(), names: z.array(z.string()) })),
  ),
});
export type MappingSource = z.infer<typeof mappingSource>;

export const importMappingStep = mappingSource.extend({
  /** The current mapping or, before there is one, the proposed one. */
  mapping: importMapping,
  /** True if it was proposed because an earlier file had the same first line. */
  isRemembered: z.boolean(),
});
export type MappingStep = z.infer<typeof importMappingStep>;
