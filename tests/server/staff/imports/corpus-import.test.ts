import { stringify } from 'csv-stringify/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { toBusinessDate } from '#server/lib/dates.ts';
import type { Reading } from '#server/lib/readers/reading.ts';
import { businessesImport } from '#server/staff/imports/businesses/businesses-import.ts';
import type { LineOutcome } from '#server/staff/imports/import-kind.ts';
import { testApp } from '#tests/helpers/app.ts';
import { type CorpusRow, expectReadings, rowsOf } from '#tests/helpers/corpus/corpus.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { makePlaces } from '#tests/helpers/factories/store.ts';
import { importFile } from './import-file.ts';

const database = testDb();
const app = testApp(database);

/** Maps each row's id to what is wrong with its line. */
function findFaults(rows: readonly CorpusRow[], outcomes: readonly LineOutcome[]) {
  const faults = outcomes.flatMap((outcome) => ('message' in outcome ? [outcome] : []));
  return new Map(faults.map(({ line, message }) => [rows[line - 2]?.id, message]));
}

/** Imports a row's input in a column of an otherwise valid row, and reads what was stored. */
function describeImport(
  columns: Record<string, string>,
  importRows: (rows: readonly CorpusRow[]) => Promise<LineOutcome[]>,
  findStored: () => Promise<ReadonlyMap<string | null, Readonly<Record<string, unknown>>>>,
) {
  const rows = rowsOf(...Object.keys(columns));
  let faults: ReturnType<typeof findFaults>;
  let stored: Awaited<ReturnType<typeof findStored>>;
  beforeAll(async () => {
    faults = findFaults(rows, await importRows(rows));
    stored = await findStored();
  });
  test.each(Object.entries(columns))('%s', async (noun, column) => {
    await expectReadings(rowsOf(noun), ({ id, outcome }): Reading => {
      const error = faults.get(id);
      if (error === undefined) return { value: String(stored.get(id)?.[column]) };
      expect(stored.has(id)).toBe(false);
      // A file says in its own words how to write a date.
      return noun === 'date' && 'error' in outcome ? outcome : { error };
    });
  });
}

describe('[D68] the corpus in a members file is stored in its clean form, or refused with its sentence', () => {
  const COLUMNS: Record<string, string> = {
    name: 'firstname',
    email: 'email',
    'postal code': 'zip',
    date: 'paid_through',
  };
  describeImport(
    COLUMNS,
    async (rows) => {
      await makePlans(database.db);
      const cells = rows.map(({ id, noun, input }) => ({
        ...{ external_id: id, email: `import-${id}@example.com`, firstname: 'Ann', lastname: 'Lee' },
        ...{ plan: 'individual', paid_through: '2099-01-31', zip: '80202' },
        [COLUMNS[noun] ?? '']: input,
      }));
      return importFile(app.deps, cells, { mapping: { dayOrder: 'month-first' } });
    },
    async () => {
      const members = await database.db
        .selectFrom('importedMemberships')
        .innerJoin('memberships', 'memberships.id', 'importedMemberships.membershipId')
        .innerJoin('accounts', 'accounts.id', 'memberships.accountId')
        .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
        .select(['externalId', 'memberships.firstname', 'accounts.email', 'accounts.zip', 'expiresAt'])
        .execute();
      return new Map(
        members.map(({ externalId, expiresAt, ...member }) => [
          externalId,
          { ...member, paid_through: toBusinessDate(expiresAt) },
        ]),
      );
    },
  );
});

describe('[D68] the corpus in a businesses file is stored in its clean form, or refused with its sentence', () => {
  const COLUMNS: Record<string, string> = { phone: 'phone', 'web address': 'url' };
  describeImport(
    COLUMNS,
    async (rows) => {
      await makePlaces(database.db, [
        { zip: '80202', city: 'Denver', state: 'CO', latitude: 39.75, longitude: -104.99 },
      ]);
      const cells = rows.map(({ id, noun, input }) => ({
        ...{
          business_key: id,
          store_key: id,
          businessname: `Shop ${id}`,
          categories: '4',
          phone: '',
          url: '',
        },
        ...{ street1: '12 Ash St', city: 'Denver', state: 'CO', zip: '80202' },
        [COLUMNS[noun] ?? '']: input,
      }));
      return importFile(app.deps, stringify(cells, { header: true }), { kind: businessesImport });
    },
    async () => {
      const shops = await database.db
        .selectFrom('stores')
        .innerJoin('businesses', 'businesses.id', 'stores.businessId')
        .select(['businesses.importKey', 'stores.phone', 'businesses.url'])
        .execute();
      return new Map(shops.map(({ importKey, ...shop }) => [importKey, shop]));
    },
  );
});
