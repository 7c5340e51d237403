import { v5, v7 } from 'uuid';

/** Returns a time-ordered UUID for a new row. Several machines can create ids without coordination. */
export function newId(): string {
  return v7();
}

/**
 * Returns the same id for the same arguments, for things that happen once per row, such as its cancellation
 * email.
 */
export function derivedId(purpose: string, rowId: string): string {
  return v5(purpose, rowId);
}
