import { z } from 'zod';
import { invalidParam, missingParam } from './errors.ts';
import { integer, text } from './params.ts';

export interface List<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

const range = z.strictObject({
  gt: integer.optional(),
  gte: integer.optional(),
  lt: integer.optional(),
  lte: integer.optional(),
});

/** Every list endpoint accepts these parameters. */
export const page = {
  limit: integer.optional(),
  starting_after: text.optional(),
  created: z.union([integer, range]).optional(),
};
const pageSchema = z.object(page);
type Page = z.output<typeof pageSchema>;

export function inlineList<T>(data: T[], url: string): List<T> {
  return { object: 'list', data, has_more: false, url };
}

/** The rows must be sorted newest first. */
export function paginate<T extends { id: string; created: number }>(
  rows: readonly T[],
  params: Page,
  url: string,
): List<T> {
  const limit = params.limit ?? 10;
  if (limit < 1 || limit > 100)
    throw invalidParam('limit', 'Invalid integer: limit must be between 1 and 100.');
  const matchingRows = rows.filter((row) => isWithin(row.created, params.created));
  const start =
    params.starting_after === undefined
      ? 0
      : findPosition(matchingRows, params.starting_after, 'starting_after') + 1;
  return {
    object: 'list',
    data: matchingRows.slice(start, start + limit),
    has_more: matchingRows.length > start + limit,
    url,
  };
}

function isWithin(instant: number, filter: Page['created']): boolean {
  if (filter === undefined) return true;
  if (typeof filter === 'number') return instant === filter;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = filter;
  return instant > gt && instant >= gte && instant < lt && instant <= lte;
}

function findPosition(rows: readonly { id: string }[], id: string, param: string): number {
  const index = rows.findIndex((row) => row.id === id);
  if (index < 0) throw missingParam('object', id, param);
  return index;
}
