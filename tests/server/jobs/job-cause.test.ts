import { afterEach, expect, onTestFinished, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { getLogFields, runInRequestScope } from '#server/platform/monitoring/request-scope.ts';
import type { Span } from '#server/platform/monitoring/span.ts';
import { setTracer } from '#server/platform/monitoring/tracing.ts';
import { buildTestApp, NO_LIMITS } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { mailHandlers, makeWelcomeMail } from './mail-jobs.ts';
import { openQueue } from './test-queue.ts';

const database = testDb();
afterEach(() => setTracer(undefined));

/** Records the names of spans. Each name is prefixed with its parents' names. */
function recordSpans(): string[] {
  const names: string[] = [];
  const createSpan = (name: string): Span => {
    names.push(name);
    return {
      traceId: 'trace-1',
      traceparent: `parent of ${name}`,
      startChild: (child) => createSpan(`${name} > ${child}`),
      end: () => {},
    };
  };
  setTracer({
    start: (name, _attributes, { traceparent }) =>
      createSpan(traceparent ? `${traceparent} > ${name}` : name),
    close: async () => {},
  });
  return names;
}

test('log lines and traces of a job name the request that enqueued it', async () => {
  const names = recordSpans();
  const queue = await openQueue(database);
  const enqueue = (to: string) =>
    inTransaction(database.db, (trx) => queue.enqueue(trx, 'mail', makeWelcomeMail(to)));
  const request = { requestId: 'request-1', span: undefined };
  await runInRequestScope(request, () => enqueue('ann@example.com'));
  await enqueue('bob@example.com');

  const fields = new Map<string, object>();
  await queue.startWorkers(mailHandlers(async (to) => void fields.set(to, getLogFields())));
  await expect.poll(() => fields.size).toBe(2);
  const inJob = { job: expect.any(String), queue: 'mail', traceId: 'trace-1' };
  expect(fields.get('ann@example.com')).toEqual({ ...inJob, requestId: 'request-1' });
  expect(fields.get('bob@example.com')).toEqual(inJob);
  expect(names).toEqual(['job mail', 'job mail']);
});

test('log lines and traces of a request name it, its procedure, and its jobs', async () => {
  const names = recordSpans();
  const queue = await openQueue(database);
  let fields = {};
  const appUnderTest = await buildTestApp(database.db, {
    limits: {
      ...NO_LIMITS,
      takeAccountCall: async () => {
        fields = getLogFields();
        await inTransaction(database.db, (trx) =>
          queue.enqueue(trx, 'mail', makeWelcomeMail('cay@example.com')),
        );
      },
    },
  });
  onTestFinished(() => appUnderTest.close());
  const response = await appUnderTest.app.inject('/trpc/catalog.plans');
  expect(fields).toEqual({ requestId: response.headers['x-request-id'], traceId: 'trace-1' });
  await queue.startWorkers(mailHandlers(async () => {}));
  const procedure = 'GET /trpc/:path > catalog.plans';
  await expect.poll(() => names).toContain(`parent of ${procedure} > job mail`);
  expect(names).toContain(procedure);
});
