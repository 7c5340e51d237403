import { v5, v7 } from 'uuid';

/** A time-ordered UUID for a new row. No database sequence is needed, so several machines can create ids. */
export function newId(): string {
  return v7();
}

/** Always the same id for one thing about a row, such as its cancellation mail. */
export function derivedId(about: string, rowId: string): string {
  return v5(about, rowId);
}
