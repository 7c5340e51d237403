import { v5, v7 } from 'uuid';

/** A time-ordered UUID for a new row. No database sequence is needed, so several machines can create ids. */
export function newId(): string {
  return v7();
}

/** A stable id for something that happens once per row, such as its cancellation email. */
export function derivedId(purpose: string, rowId: string): string {
  return v5(purpose, rowId);
}
