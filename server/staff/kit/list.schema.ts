import { z } from 'zod';

/** A cell of a list. Instants are ISO 8601 text, and amounts are integer cents. */
export const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type Cell = z.infer<typeof cell>;

export const listInput = z.object({
  list: z.string().max(40),
  search: z.string().trim().max(200).default(''),
  filters: z.record(z.string().max(40), z.string().max(100)).default({}),
  sort: z.string().max(40).optional(),
  direction: z.enum(['asc', 'desc']).optional(),
  cursor: z.string().max(1_000).nullish(),
});
export type ListInput = z.infer<typeof listInput>;

export const listPage = z.object({
  /** Each row has the list's columns and `id`. */
  rows: z.array(z.record(z.string(), cell)),
  /** Null on the last page. */
  nextCursor: z.string().nullable(),
});
export type ListPage = z.infer<typeof listPage>;
