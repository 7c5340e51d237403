import type { Db } from '#db/client.ts';
import { isStaff } from '../../lib/staff-permissions.ts';
import { maskEmail } from '../../lib/text.ts';
import type { SessionAccount } from '../../platform/security/session-account.ts';
import { findReferrersByCodeOrEmail, findReferrersByName } from './reference.repository.ts';
import type { Referrer } from './reference.schema.ts';

const MAX_ROWS = 10;
const MIN_LETTERS = 3;

/**
 * Finds at most 10 affiliates by exact reference code or email address, or by a name prefix of at least 3
 * letters. An email address is masked unless the caller entered it in full or is staff (D5).
 */
export async function searchReferences(
  db: Db,
  query: string | null,
  caller: SessionAccount | null,
): Promise<Referrer[]> {
  const searchText = query?.replace(/\s+/g, ' ') ?? '';
  if (!searchText) return [];
  const exactMatches = await findReferrersByCodeOrEmail(db, searchText);
  const letterCount = searchText.match(/\p{L}/gu)?.length ?? 0;
  const nameMatches = letterCount >= MIN_LETTERS ? await findReferrersByName(db, searchText, MAX_ROWS) : [];
  const referrersById = new Map([...exactMatches, ...nameMatches].map((row) => [row.id, row]));
  const isStaffCaller = caller !== null && isStaff(caller.accountType);
  return [...referrersById.values()].slice(0, MAX_ROWS).map((row) => {
    const isEmailVisible = isStaffCaller || row.email.toLowerCase() === searchText.toLowerCase();
    return isEmailVisible ? row : { ...row, email: maskEmail(row.email) };
  });
}
