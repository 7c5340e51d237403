import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './client.ts';

const PLACEHOLDER = 'placeholder';

/**
 * Finds one row by a single value, for the lookups of the busiest endpoints: building and compiling such a
 * query takes longer than the rest of the lookup, so it happens once.
 */
export function compileOnce<Row>(
  build: (db: Db, value: string) => Compilable<Row>,
): (db: Db, value: string) => Promise<Row | undefined> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, value) => {
    compiled ??= build(db, PLACEHOLDER).compile();
    const parameters = compiled.parameters.map((parameter) =>
      parameter === PLACEHOLDER ? value : parameter,
    );
    const query: CompiledQuery<Row> = { ...compiled, parameters };
    const { rows } = await db.executeQuery(query);
    return rows[0];
  };
}
