import type { KyselyPlugin } from 'kysely';
import type { Db } from '#db/client.ts';

/** What PostgreSQL reports to a connection that an administrator ends. */
class DatabaseGone extends Error {
  readonly code = '57P01';

  constructor() {
    super('The database has gone');
  }
}

export interface Meter {
  db: Db;
  /** Statements run so far. */
  readonly statements: number;
  /** Makes every statement after the next `count` fail. */
  failAfter(statements: number): void;
  reset(): void;
}

/** A handle that counts its statements and can be made to fail. */
export function metered(db: Db): Meter {
  let statements = 0;
  let maxStatements = Number.POSITIVE_INFINITY;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1;
      if (statements > maxStatements) throw new DatabaseGone();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    db: db.withPlugin(plugin),
    get statements() {
      return statements;
    },
    failAfter: (count) => {
      maxStatements = statements + count;
    },
    reset: () => {
      statements = 0;
      maxStatements = Number.POSITIVE_INFINITY;
    },
  };
}
