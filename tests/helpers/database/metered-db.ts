import type { KyselyPlugin } from 'kysely';
import type { Db } from '#db/client.ts';

/** Mimics PostgreSQL's error when an administrator terminates the connection. */
class DatabaseGone extends Error {
  readonly code = '57P01';

  constructor() {
    super('The database has gone');
  }
}

export interface Meter {
  db: Db;
  /** How many statements were attempted since the last `reset`. */
  readonly statements: number;
  /** Makes every statement after the next `statements` ones fail, until `reset`. */
  failAfter(statements: number): void;
  reset(): void;
}

/** Wraps a database handle to count its statements and to simulate failures. */
export function metered(db: Db): Meter {
  let statementCount = 0;
  let maxStatements = Number.POSITIVE_INFINITY;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statementCount += 1;
      if (statementCount > maxStatements) throw new DatabaseGone();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    db: db.withPlugin(plugin),
    get statements() {
      return statementCount;
    },
    failAfter: (count) => {
      maxStatements = statementCount + count;
    },
    reset: () => {
      statementCount = 0;
      maxStatements = Number.POSITIVE_INFINITY;
    },
  };
}
