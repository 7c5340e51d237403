import type { Actor, Rows, World } from './world.ts';

export const SIGNS = {
  '+': 'answered',
  m: 'answered without another account’s private data',
  L: "refused: 'Login to continue'",
  A: 'refused: the account is not the caller’s',
  N: 'refused as not found',
  S: 'refused: the account has already signed up',
  U: 'refused: the account has a membership',
  K: 'refused: the passkey could not be confirmed',
  '.': 'not applicable: the call names no row',
} as const;
export type Sign = keyof typeof SIGNS;

export interface Call {
  input?: unknown;
  document?: (field: string) => string;
  url?: string;
  payload?: string | Buffer;
  headers?: Record<string, string>;
}

export interface Row {
  entryPoint: string;
  /** One sign per role, in the order of ROLES. */
  cells: string;
  call: (actor: Actor, world: World) => Call | Promise<Call>;
  /**
   * Returns whether the response contains private data. That must be true for '+' cells and false for 'm'
   * cells.
   */
  reveals?: (answer: string, rows: Rows, world: World) => boolean;
  /** True if only staff with a passkey can make the call (D57). */
  isStaffOnly?: true;
}

/** Creates a row of the access table: an entry point, one cell per role, and the request to send. */
export const row = (entryPoint: string, cells: string, call: Row['call'], reveals?: Row['reveals']): Row => ({
  entryPoint,
  cells,
  call,
  ...(reveals ? { reveals } : {}),
});

/**
 * Creates a row for a call of the staff console by an admin. The other cells aren't needed, because
 * staff-procedures.test.ts covers all other callers.
 */
export const staffRow = (entryPoint: string, call: Row['call'] = () => ({})): Row => ({
  entryPoint,
  cells: '. . . . . + . .',
  call,
  isStaffOnly: true,
});

/** Creates a GraphQL call. FIELD in the document is replaced with a spelling of the name. */
export const gql = (document: string, input: unknown = {}) => ({
  document: (field: string) => document.replace('FIELD', field),
  input,
});
