import type { KyselyPlugin } from 'kysely';
import type { Db } from '#db/client.ts';

export interface Meter {
  /** Counts the statements made through it. */
  db: Db;
  readonly statements: number;
  /** Lets so many more through, then each one fails. */
  failAfter(statements: number): void;
  reset(): void;
}

/** A handle that says how much was asked of the database, and breaks when it is told to. */
export function metered(db: Db): Meter {
  let statements = 0;
  let allowed = Number.POSITIVE_INFINITY;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1;
      if (statements > allowed) throw new Error('The database has gone');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    db: db.withPlugin(plugin),
    get statements() {
      return statements;
    },
    failAfter: (more) => {
      allowed = statements + more;
    },
    reset: () => {
      statements = 0;
      allowed = Number.POSITIVE_INFINITY;
    },
  };
}
