import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './client.ts';

const PLACEHOLDER = 'placeholder';

/**
 * Returns a function that finds a row by a single value. It builds and compiles the query only once, because
 * that takes longer than the rest of the lookup.
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
