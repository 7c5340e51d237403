import { v5, v7 } from 'uuid';

/** A row's id: a time-ordered UUID made by the application, so that no sequence is shared between machines. */
export function newId(): string {
  return v7();
}

/** The same id each time for one thing about a row, such as 'the mail that says it was canceled'. */
export function derivedId(about: string, rowId: string): string {
  return v5(about, rowId);
}
