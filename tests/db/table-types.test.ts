import { expect, test } from 'vitest';
import { serverDescribe, testDb } from '#tests/helpers/database/database.ts';
import { generatedTypes, tableTypeFaults } from '#tests/helpers/database/table-types.ts';

serverDescribe('[architecture] table types', () => {
  const database = testDb();

  test('match the migrated database', async () => {
    expect(await tableTypeFaults(await generatedTypes(database.url ?? ''))).toEqual([]);
  });

  test('are reported where they differ from the database', async () => {
    const generated = await generatedTypes(database.url ?? '');
    const changedTypes = generated
      .replace('isHouse: Generated<boolean>;', 'isHouse: boolean;')
      .replace('passwordHash: string;', 'passwordHash: string | null;')
      .replace('referenceCode: string | null;', 'referenceCode: string;')
      .replace('zip: string;', 'zip: number;')
      .replace('lastname: string;', 'surname: string;')
      .replace('  settings: Settings;', '  options: Settings;');
    expect(await tableTypeFaults(changedTypes)).toEqual([
      'accounts.isHouse is required on insert',
      'accounts.lastname is not in the database',
      'accounts.passwordHash can be null in only one of both',
      'accounts.referenceCode accepts a different type on insert',
      'accounts.referenceCode is read as a different type',
      'accounts.surname is not in our types',
      'accounts.zip accepts a different type on insert',
      'accounts.zip is read as a different type',
      'options is not in our types',
      'settings is not in the database',
    ]);
  });
});
