import type { Db } from './client.ts';

const WRITES: ReadonlySet<string> = new Set([
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
  'MergeQueryNode',
]);

/**
 * Returns a handle to the same database that throws if a query inserts, updates, or deletes. Allows raw SQL.
 */
export function toReadOnly(db: Db): Db {
  return db.withPlugin({
    transformQuery({ node }) {
      if (WRITES.has(node.kind)) throw new Error('This code may only read.');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}
