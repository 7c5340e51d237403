import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { insertAccount } from '#server/domains/accounts/account.repository.ts';
import { registration } from '#server/domains/accounts/account.schema.ts';
import { newId } from '#server/lib/ids.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { withHidden } from '../lib/readers/reader-examples.ts';

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });

const person = { firstname: 'Mia', lastname: 'Reyes', zip: '80202', password: 'a long password' };

describe('[D68] an account', () => {
  test('is found by its owner however the address was typed', async () => {
    const { id } = await app
      .caller()
      .accounts.register({ ...person, email: '\u200Bmia.spelled@exämple.com' });
    for (const email of [
      'mia.spelled@exämple.com',
      'MIA.spelled@xn--exmple-cua.com',
      'mailto:mia.spelled@exämple.com',
    ]) {
      expect(await app.caller().accounts.login({ email, password: person.password })).toEqual({ id });
      await expect(app.caller().accounts.register({ ...person, email })).rejects.toThrow(
        'Could not create an account with this e-mail.',
      );
    }
  });

  test('is one for all accepted spellings of its address', async () => {
    const domain = fc.constantFrom('example.com', 'münchen.example', 'пример.рф');
    const spelled = domain.chain((host) => {
      const address = `mia.${randomUUID()}@${host}`;
      const spelling = fc.oneof(
        withHidden(address),
        fc.constantFrom(
          address.toUpperCase(),
          `mailto:${address}`,
          `<${address}>`,
          `Mia Reyes <${address}>`,
          ` ${address}. `,
          address.replace('@', ' @ '),
          address.normalize('NFD'),
          address.replace(host, new URL(`http://${host}`).hostname),
        ),
      );
      return fc.tuple(fc.constant(address), fc.array(spelling, { minLength: 2, maxLength: 4 }));
    });
    await fc.assert(
      fc.asyncProperty(spelled, async ([address, spellings]) => {
        const inserted = [];
        for (const email of spellings) {
          const { password: _, ...account } = registration.parse({ ...person, email });
          inserted.push(await insertAccount(database.db, { ...account, id: newId(), passwordHash: 'x' }));
        }
        expect([address, ...inserted.filter((isNew) => isNew)]).toEqual([address, true]);
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ['abc', 'Please enter a 5-digit ZIP code'],
    ['802021234', null],
    ['SW1A 1AA', null],
  ])('with the ZIP code %s is refused: %s', (zip, sentence) => {
    const result = registration.safeParse({ ...person, zip, email: 'mia@example.com' });
    expect(result.error?.issues[0]?.message ?? null).toBe(sentence);
  });
});
