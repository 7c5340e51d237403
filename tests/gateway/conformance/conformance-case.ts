import { randomUUID } from 'node:crypto';
import { ForeignClient } from './foreign-client.ts';

export type Values = Record<string, unknown>;

/** What both doors refuse: the document's variables, and the same as the procedure takes it. */
export interface Refusal {
  variables: Values;
  procedure: string;
  input: Values;
}

/** A name of the contract: the document that a client sends, and what the procedure behind it says of the same. */
export interface ConformanceCase {
  name: string;
  /** Its line of the specification, as the titles of its tests begin. */
  mark: string;
  /** FIELD stands where the name's spellings go. */
  document: string;
  /** Who calls, and with what: anew for each spelling. */
  prepare: (world: World) => Promise<{ client: ForeignClient; variables: Values }>;
  /** The procedure's answer in the contract's words. */
  expected: (client: ForeignClient, variables: Values, answer: unknown, world: World) => Promise<unknown>;
  /** What of an answer can be the same twice; all of it where nothing is said. */
  comparable?: (answer: unknown) => unknown;
  refusal?: Refusal;
}

/** A started server, and people who call it. */
export interface World {
  url: string;
  /** Where the product keeps what it shares with the card network and its staff. */
  dataDir: string;
  visitor(): ForeignClient;
  /** One of the demo accounts. */
  demo(email: string): Promise<ForeignClient>;
  /** Somebody who has just registered. */
  newcomer(): Promise<{ client: ForeignClient; email: string }>;
}

/** Known to everybody: printed at start. */
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
  const visitor = () => new ForeignClient(url);
  return {
    url,
    dataDir,
    visitor,
    demo: (email) => visitor().signIn(email, DEMO_PASSWORD),
    newcomer: async () => {
      const one = person();
      const { errors } = await visitor().graphql(REGISTER, one);
      if (errors.length > 0) throw new Error(errors[0]?.message);
      return { client: await visitor().signIn(one.email, one.password), email: one.email };
    },
  };
}

/** 'E7Q2…' as people read it. */
export function shownNumber(number: unknown): string {
  return String(number).replace(/^(.{4})(.{4})(.{4})$/, '$1-$2-$3');
}
