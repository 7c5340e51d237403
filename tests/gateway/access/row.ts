import type { Actor, Rows, World } from './world.ts';

/** What each sign of a cell stands for. */
export const SIGNS = {
  '+': 'answered',
  m: 'answered without what is private to somebody else',
  L: "refused: 'Login to continue'",
  A: 'refused: the account is not the caller’s',
  N: 'refused as if it were not there',
  S: 'refused: the account is signed up for as much already',
  '.': 'nobody’s row is asked for',
} as const;
export type Sign = keyof typeof SIGNS;

/** What is sent through a door. */
export interface Call {
  input?: unknown;
  document?: (field: string) => string;
  url?: string;
  payload?: string | Buffer;
  headers?: Record<string, string>;
}

export interface Row {
  door: string;
  /** A sign for each role, in the order of ROLES. */
  cells: string;
  call: (actor: Actor, world: World) => Call | Promise<Call>;
  /** Whether the answer holds what is private: must for '+', must not for 'm'. */
  reveals?: (answer: string, rows: Rows, world: World) => boolean;
}

/** One door, what each role gets there, and what is sent. */
export const row = (door: string, cells: string, call: Row['call'], reveals?: Row['reveals']): Row => ({
  door,
  cells,
  call,
  ...(reveals ? { reveals } : {}),
});

/** A document for each spelling of the name, with FIELD in its place. */
export const gql = (document: string, input: unknown = {}) => ({
  document: (field: string) => document.replace('FIELD', field),
  input,
});
