import { CamelCasePlugin, PostgresQueryCompiler } from 'kysely';

/**
 * Names are camelCase in TypeScript and snake_case in SQL. Kysely's plugin copies each query to rename its
 * identifiers, which takes longer than compiling it. Here, `CasingCompiler` renames them as it writes the
 * SQL, and the plugin only renames the results.
 */
export class Casing extends CamelCasePlugin {
  constructor() {
    super({ maintainNestedObjectKeys: true });
  }

  override transformQuery({ node }: Parameters<CamelCasePlugin['transformQuery']>[0]) {
    return node;
  }

  toSqlName(name: string): string {
    return this.snakeCase(name);
  }
}

export class CasingCompiler extends PostgresQueryCompiler {
  readonly #casing: Casing;

  constructor(casing: Casing) {
    super();
    this.#casing = casing;
  }

  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(this.#casing.toSqlName(identifier));
  }
}
