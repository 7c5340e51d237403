import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { inTransaction } from '#db/client.ts';
import { recordAudit } from '#server/platform/monitoring/audit.service.ts';
import { createCallerFactory } from '#server/platform/trpc.ts';
import { createAction } from '#server/staff/kit/action.ts';
import { createTestContext, NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import type { TestAccount } from '#tests/helpers/factories/account.ts';
import { captureError } from '#tests/helpers/purchases/business-plan.ts';
import { listAudit, makeStaff, REASON } from '#tests/helpers/staff.ts';
import { listEntryPoints } from '../../../gateway/access/entry-points.ts';

const database = testDb();
const server = testApp(database, { limits: NO_LIMITS });
let staff: TestAccount;
beforeAll(async () => {
  staff = await makeStaff(database.db);
});

describe('[D57] a staff action', () => {
  test('has a preview that is a POST, so that a long form fits', () => {
    const previews = listEntryPoints(server.app).filter((name) => /^\w+ staff\..*\.preview$/.test(name));
    expect(previews.length).toBeGreaterThan(30);
    expect(previews.filter((name) => !name.startsWith('mutation '))).toEqual([]);
  });

  test('is previewed and performed with a form of 20,000 characters', async () => {
    const visitor = await server.staffVisitor(staff);
    const file = `code\n${Array.from({ length: 2_000 }, (_, index) => `LONGCODE${1_000 + index}`).join('\n')}`;
    expect(file.length).toBeGreaterThan(20_000);
    const call = (step: string, input: object) =>
      visitor.trpc('mutation', `staff.webinar.importCodes.${step}`, { values: { file }, ...input });
    const preview = await call('preview', {});
    expect(preview.data.effects).toEqual(['2,000 new codes will be added.']);
    const { version } = preview.data;
    const performed = await call('perform', { reason: REASON, version });
    expect(performed.data.message).toBe('2,000 codes added.');
  });

  test('cannot write anything in its preview', async () => {
    const action = createAction(z.object({}), async ({ deps, account }) => {
      const entry = {
        actorId: account.id,
        action: 'text.publish',
        subject: 'text:FAQ',
        at: deps.now(),
      } as const;
      await inTransaction(deps.db, (trx) => recordAudit(trx, entry));
      return { effects: [], perform: async () => undefined, done: '' };
    });
    const context = createTestContext(server.deps, staff, { passkeyAt: server.deps.now() });
    const caller = createCallerFactory(action)(context);
    await expect(caller.preview({ values: {} })).rejects.toThrow();
    expect(server.log.takeFaults().map(({ text }) => text)).toEqual([
      expect.stringContaining('This code may only read.'),
    ]);
    expect(await listAudit(database.db, 'text:FAQ')).toEqual([]);
  });

  test.each([
    ['its effects differ', { effects: ['Two'], state: 1 }],
    ['what the effects depend on differs', { effects: ['One'], state: 2 }],
  ])('is not performed if %s from what was previewed', async (_case, changed) => {
    let shown: { effects: string[]; state: unknown } = { effects: ['One'], state: 1 };
    let performedCount = 0;
    const action = createAction(z.object({}), async () => ({
      ...shown,
      perform: async () => ++performedCount,
      done: (count) => `Performed ${count}`,
    }));
    const context = createTestContext(server.deps, staff, { passkeyAt: server.deps.now() });
    const caller = createCallerFactory(action)(context);
    const { effects, version } = await caller.preview({ values: {} });
    expect(effects).toEqual(['One']);
    const call = { values: {}, reason: REASON, version };
    expect(await caller.perform(call)).toEqual({ message: 'Performed 1' });
    shown = changed;
    expect((await captureError(caller.perform(call))).code).toBe('CHANGED_SINCE');
    expect(performedCount).toBe(1);
  });
});
