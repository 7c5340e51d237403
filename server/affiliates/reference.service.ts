import type { Db } from '#db/client.ts';
import { isStaff } from '../accounts/account.schema.ts';
import type { SessionAccount } from '../accounts/sessions/session.schema.ts';
import { maskEmail } from '../lib/text.ts';
import { findReferrersByCodeOrEmail, findReferrersByName } from './reference.repository.ts';
import type { Referrer } from './reference.schema.ts';

const MAX_ROWS = 10;
const MIN_LETTERS = 3;

/**
 * Finds at most 10 affiliates by exact reference code or email, else by a name prefix of 3 letters or more. An email
 * is masked unless the caller typed it in full or is staff (D5).
 */
export async function searchReferences(
  db: Db,
  query: string | null,
  caller: SessionAccount | null,
): Promise<Referrer[]> {
  const typed = query?.replace(/\s+/g, ' ') ?? '';
  if (!typed) return [];
  const exact = await findReferrersByCodeOrEmail(db, typed);
  const letters = typed.match(/\p{L}/gu)?.length ?? 0;
  const named = letters >= MIN_LETTERS ? await findReferrersByName(db, typed, MAX_ROWS) : [];
  const found = new Map([...exact, ...named].map((row) => [row.id, row]));
  const staffAsks = caller !== null && isStaff(caller.accountType);
  return [...found.values()].slice(0, MAX_ROWS).map((row) => {
    const isOpen = staffAsks || row.email.toLowerCase() === typed.toLowerCase();
    return isOpen ? row : { ...row, email: maskEmail(row.email) };
  });
}
