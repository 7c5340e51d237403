import { v5, v7 } from 'uuid';

/** Returns a time-ordered UUID for a new row. Several machines can create ids without coordination. */
export function newId(): string {
  return v7();
}

/**
 * Returns the same id for the same arguments. For things that happen once per row, such as its cancellation
 * email.
 */
export function derivedId(purpose: string, rowId: string): string {
  return v5(purpose, rowId);
}

/** Returns the lowest id that `newId` could generate at `moment`. */
export function lowestIdAt(moment: Date): string {
  const ms = moment.getTime().toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`;
}
