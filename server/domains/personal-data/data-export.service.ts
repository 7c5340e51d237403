import type { Deps } from '../../platform/deps.ts';
import { findDataSubject } from './account-deletion.repository.ts';
import { readSection, SECTION_NAMES } from './data-section.repository.ts';

/** How many entries to read at once. A company may have thousands of cards. */
const BATCH_SIZE = 500;

/**
 * Streams an account's data as a JSON object with a list per section. `TABLE_POLICIES` defines what it
 * contains.
 */
export async function* exportOwnData(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: string,
): AsyncGenerator<string> {
  const subject = await findDataSubject(db, accountId);
  yield `{\n"generatedAt": ${JSON.stringify(now())}`;
  for (const name of SECTION_NAMES) {
    yield `,\n${JSON.stringify(name)}: [`;
    let separator = '';
    for (let after = ''; ; ) {
      const entries = await readSection(db, name, subject, { after, limit: BATCH_SIZE });
      const lines = entries.map(({ key: _key, ...entry }) => JSON.stringify(entry));
      if (lines.length > 0) yield `${separator}\n${lines.join(',\n')}`;
      separator = ',';
      const lastEntry = entries.at(-1);
      if (entries.length < BATCH_SIZE || !lastEntry) break;
      after = lastEntry.key;
    }
    yield ']';
  }
  yield '\n}\n';
}
