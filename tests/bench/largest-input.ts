import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { createStripe } from '#server/integrations/stripe/client.ts';
import { spawnSandbox } from '#server/integrations/stripe-sandbox/spawn.ts';
import { openJobQueue } from '#server/jobs/queue.ts';
import { listEntryPoints } from '#tests/gateway/access/entry-points.ts';
import type { Call, Row } from '#tests/gateway/access/row.ts';
import { TABLE } from '#tests/gateway/access/table.ts';
import { type Actor, makeWorld, type World } from '#tests/gateway/access/world.ts';
import { buildTestApp, NO_LIMITS, type TestApp } from '#tests/helpers/app.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';
import { withEnlargedParts } from './largest-input/enlarge.ts';
import { type Answer, enlargeCall, toRequest } from './largest-input/enlarge-call.ts';
import { withDatabase } from './support/database.ts';
import { formatFigure } from './support/figures.ts';
import { watchLoop } from './support/loop-watch.ts';
import { describeMachine } from './support/machine.ts';
import { publish } from './support/report.ts';

// Sends the largest permitted input to every entry point, on PostgreSQL and without rate limits, and measures
// how long one turn of the event loop takes. Usage:
//   node tests/bench/largest-input.ts [part of an entry point's name]
// Fails if an entry point is missing from the access table, responds with a 5xx, or blocks the loop for more
// than 50 ms.

const CALLS = 20;
const MAX_HOLD_MS = 50;
const clientAnswer = z.object({ status: z.int(), text: z.string() });

interface Client {
  /** Signs in again, because a call may have ended the session. */
  signIn(): Promise<void>;
  send(entryPoint: string, call: Call): Promise<Answer>;
  close(): Promise<unknown>;
}

async function createClient(server: TestApp, actor: Actor): Promise<Client> {
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const worker = new Worker(new URL('./largest-input/client.ts', import.meta.url));
  const csrfToken = 'c'.repeat(32);
  let session: Record<string, string> = {};
  return {
    signIn: async () => {
      const { sessionId } = await server.deps.sessions.create(actor.account?.id ?? '');
      session = { cookie: `session=${sessionId}; csrfToken=${csrfToken}`, 'x-csrf-token': csrfToken };
    },
    send: async (entryPoint, call) => {
      const request = toRequest(entryPoint, call);
      const url = address + request.url;
      worker.postMessage({ ...request, url, headers: { ...session, ...request.headers } });
      const [answer] = await once(worker, 'message');
      return clientAnswer.parse(answer);
    },
    close: () => worker.terminate(),
  };
}

interface Measured {
  entryPoint: string;
  bytes: number;
  longestMs: number;
  statuses: number[];
}

const watch = watchLoop();

async function measure(client: Client, row: Row, actor: Actor, world: World): Promise<Measured> {
  const holds: number[] = [];
  const statuses: number[] = [];
  let bytes = 0;
  const enlarged = new Map<boolean, { small: Call; large: Call }>();
  for (const keepsIdentifiers of [true, false]) {
    await client.signIn();
    const small = await row.call(actor, world);
    const tryCall = (call: Call) => client.send(row.entryPoint, call);
    enlarged.set(keepsIdentifiers, {
      small,
      large: await enlargeCall(row.entryPoint, small, { keepsIdentifiers, tryCall }),
    });
  }
  // Calls -2 and -1 load code and keys, one with the caller's identifiers and one without. They aren't
  // measured.
  for (let index = -2; index < CALLS; index += 1) {
    await client.signIn();
    // Each call needs fresh state and tokens.
    const fresh = await row.call(actor, world);
    const { small, large } = enlarged.get(index % 2 === 0) ?? { small: fresh, large: fresh };
    const call = {
      ...fresh,
      ...(large.payload === small.payload ? {} : { payload: large.payload ?? '' }),
      input: withEnlargedParts(fresh.input, small.input, large.input),
    };
    bytes = Math.max(bytes, JSON.stringify(call.input ?? '').length, call.payload?.length ?? 0);
    watch.takeLongestMs();
    const { status } = await client.send(row.entryPoint, call);
    const heldMs = watch.takeLongestMs();
    if (index < 0) continue;
    holds.push(heldMs);
    statuses.push(status);
  }
  return { entryPoint: row.entryPoint, bytes, longestMs: Math.max(...holds), statuses };
}

async function measureAll(server: TestApp, filter: string): Promise<Measured[]> {
  const world = await makeWorld(server);
  const actor = world.actors['0'];
  const unlisted = listEntryPoints(server.app).filter(
    (entryPoint) => !TABLE.some((row) => row.entryPoint === entryPoint),
  );
  if (unlisted.length > 0) throw new Error(`Not in the access table: ${unlisted.join(', ')}`);
  const client = await createClient(server, actor);
  try {
    const results: Measured[] = [];
    for (const row of TABLE.filter(({ entryPoint }) => entryPoint.includes(filter))) {
      const measured = await measure(client, row, actor, world);
      console.log(`${formatFigure(measured.longestMs).padStart(8)} ms  ${row.entryPoint}`);
      for (const { text } of server.log.takeFaults().slice(0, 1)) console.log(text.slice(0, 2_000));
      results.push(measured);
    }
    return results;
  } finally {
    await client.close();
  }
}

const [filter = ''] = process.argv.slice(2);
const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-bench-'));
const sandbox = await spawnSandbox({ dataDir, webhookSecret: 'whsec_bench', secretKey: 'sk_test_bench' });
try {
  await withDatabase(async ({ client, description }) => {
    const jobs = await openJobQueue(client, recordingLogger());
    const stripe = createStripe({ secretKey: 'sk_test_bench', apiUrl: sandbox.url });
    const server = await buildTestApp(client.db, { stripe, jobs, limits: NO_LIMITS });
    try {
      const results = await measureAll(server, filter);
      const failedResults = results.filter(
        ({ longestMs, statuses }) => longestMs > MAX_HOLD_MS || statuses.some((status) => status >= 500),
      );
      const sorted = results.toSorted((a, b) => b.longestMs - a.longestMs);
      await publish('largest-input', describeMachine(description), {
        title: 'The largest permitted inputs',
        tables: [
          {
            columns: ['entry point', 'largest input, bytes', 'longest turn, ms', 'statuses'],
            rows: sorted.map(({ entryPoint, bytes, longestMs, statuses }) => [
              entryPoint,
              String(bytes),
              formatFigure(longestMs),
              [...new Set(statuses)].join(' '),
            ]),
          },
        ],
        notes: [`The longest of ${CALLS} calls each, as processor time of the main thread.`],
      });
      console.log(
        `${results.length} entry points, ${failedResults.length} over ${MAX_HOLD_MS} ms or with a fault.`,
      );
      process.exitCode = failedResults.length > 0 ? 1 : 0;
    } finally {
      await server.close();
      await jobs.stop();
    }
  });
} finally {
  watch.stop();
  await sandbox.close();
  await rm(dataDir, { recursive: true, force: true });
}
