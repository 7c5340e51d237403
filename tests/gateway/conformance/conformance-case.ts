import { randomUUID } from 'node:crypto';
import { LegacyClient } from './legacy-client.ts';

export type Values = Record<string, unknown>;

/** Invalid input, as GraphQL variables and as the procedure's input. */
export interface Refusal {
  variables: Values;
  procedure: string;
  input: Values;
}

/** The document that a client sends for a GraphQL name, and the equivalent procedure's result. */
export interface ConformanceCase {
  name: string;
  /** The mark at the start of its test titles, such as `[S7 SendCorporateMessage]`. */
  mark: string;
  /** FIELD is replaced with a spelling of the name. */
  document: string;
  /** Creates the client and the variables. Runs again for each spelling. */
  prepare: (world: World) => Promise<{ client: LegacyClient; variables: Values }>;
  /** Returns the procedure's result in the format of the GraphQL contract. */
  expected: (client: LegacyClient, variables: Values, answer: unknown, world: World) => Promise<unknown>;
  /**
   * Reduces a response to the parts that don't change between calls. The default is to compare everything.
   */
  comparable?: (answer: unknown) => unknown;
  refusal?: Refusal;
}

/** A running server and its clients. */
export interface World {
  url: string;
  /** The product's data folder, with its secrets and mails. */
  dataDir: string;
  visitor(): LegacyClient;
  /** Returns a client signed in to a demo account. */
  demo(email: string): Promise<LegacyClient>;
  /** Returns a client signed in to a new account. */
  newcomer(): Promise<{ client: LegacyClient; email: string }>;
}

/** The product prints this password at startup. */
const DEMO_PASSWORD = 'everything-demo';

const REGISTER = `mutation R($firstname: String, $lastname: String, $email: String, $zip: String, $password: String) {
  registerBasicAccount(firstname: $firstname, lastname: $lastname, email: $email, zip: $zip, password: $password) { id } }`;

export const person = () => ({
  firstname: 'Nora',
  lastname: 'Newcomer',
  email: `nora-${randomUUID()}@example.com`,
  zip: '80202',
  password: 'a long password',
});

export function worldAt(url: string, dataDir: string): World {
  const visitor = () => new LegacyClient(url);
  return {
    url,
    dataDir,
    visitor,
    demo: (email) => visitor().signIn(email, DEMO_PASSWORD),
    newcomer: async () => {
      const newcomer = person();
      const { errors } = await visitor().graphql(REGISTER, newcomer);
      if (errors.length > 0) throw new Error(errors[0]?.message);
      return { client: await visitor().signIn(newcomer.email, newcomer.password), email: newcomer.email };
    },
  };
}

export function formatNumber(number: unknown): string {
  return String(number).replace(/^(.{4})(.{4})(.{4})$/, '$1-$2-$3');
}
