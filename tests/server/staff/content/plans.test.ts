import { beforeAll, describe, expect, test } from 'vitest';
import { planEdit } from '#server/domains/catalog/plan-edit.schema.ts';
import { toFieldErrors } from '#server/lib/field-errors.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { makeStaff } from '#tests/helpers/staff.ts';

const database = testDb();
const app = testApp(database);

beforeAll(() => makePlans(database.db));

const readDetail = async () =>
  app.staffCaller(await makeStaff(database.db)).staff.content.plans.detail({ id: 0 });

describe('[D74] the price of a plan', () => {
  test.each([
    ['5000.00', undefined],
    ['5000.01', 'At most $5,000'],
    ['1000000', 'At most $5,000'],
    ['free', 'Use dollars: 49.95'],
  ])('may be at most $5,000: %s', async (price, message) => {
    const { error } = planEdit.safeParse({ ...(await readDetail()).edit, price });
    expect(error && toFieldErrors(error).price).toBe(message);
  });

  test('is readable if it was higher before there was a bound', async () => {
    await database.db.updateTable('plans').set({ priceCents: 750_000 }).where('id', '=', 0).execute();
    expect((await readDetail()).edit.price).toBe('7500.00');
  });
});
