import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import Fastify, { type FastifyRequest } from 'fastify';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTimeShares, registerTimeShares } from '#server/app/http/time-shares.ts';

const FLOODER = '203.0.113.1';
const VISITOR = '203.0.113.2';
/** Longer than any savings last, but not so long that an address has the process to itself. */
const LONG_MS = 900;

afterEach(() => {
  vi.useRealTimers();
});

/** A process whose clock and event loop only advance by `spend` and `rest`. */
function startProcess() {
  vi.useFakeTimers();
  let timeMs = 0;
  let busyMs = 0;
  const shares = createTimeShares({ readMs: () => timeMs, readBusyMs: () => busyMs });
  const begin = (key: string) => {
    const response = new EventEmitter();
    const close = () => response.emit('close');
    const request = { isRunning: false, finish: () => {}, resume: () => {}, close };
    shares.noteVisitor(key);
    shares.takeTurn(key, response, (setRunning) => {
      request.isRunning = true;
      request.finish = () => setRunning(false);
      request.resume = () => setRunning(true);
    });
    return request;
  };
  const rest = async (ms: number) => {
    timeMs += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };
  const spend = async (ms: number) => {
    busyMs += ms;
    await rest(ms);
  };
  return { begin, rest, spend };
}

/** Two addresses use the process, and one of them has used up its share with a request that still runs. */
async function startFlood() {
  const process = startProcess();
  const flood = process.begin(FLOODER);
  await process.spend(LONG_MS);
  const visit = process.begin(VISITOR);
  return { ...process, flood, visit };
}

test('[D76] a request of an address that used up its share waits, and others start at once', async () => {
  const { begin, visit } = await startFlood();
  expect(visit.isRunning).toBe(true);
  expect(begin(FLOODER).isRunning).toBe(false);
  expect(begin(VISITOR).isRunning).toBe(true);
});

test('[D76] waiting requests start one by one as the share grows again', async () => {
  const { begin, rest, spend } = await startFlood();
  const waiting = Array.from({ length: 3 }, () => begin(FLOODER));
  const countRunning = () => waiting.filter(({ isRunning }) => isRunning).length;
  for (let expected = 1; expected <= 3; expected++) {
    while (countRunning() < expected) {
      begin(VISITOR).finish();
      await rest(5);
    }
    expect(countRunning()).toBe(expected);
    await spend(LONG_MS);
  }
});

test('[D76] a caller with one request at a time never waits', async () => {
  const { begin, flood, spend } = await startFlood();
  flood.finish();
  for (let i = 0; i < 3; i++) {
    const next = begin(FLOODER);
    expect(next.isRunning).toBe(true);
    await spend(LONG_MS);
    next.finish();
    begin(VISITOR).finish();
  }
});

test('[D76] an address that has the process to itself never waits', async () => {
  const { begin, spend } = startProcess();
  for (let i = 0; i < 5; i++) {
    expect(begin(FLOODER).isRunning).toBe(true);
    await spend(2 * LONG_MS);
  }
});

test('[D76] a waiting request whose client is gone never starts', async () => {
  const { begin, flood, rest } = await startFlood();
  const [gone, next] = [begin(FLOODER), begin(FLOODER)];
  gone.close();
  flood.finish();
  await rest(5);
  expect([gone.isRunning, next.isRunning]).toEqual([false, true]);
});

test('[D76] time is charged only to addresses whose requests run', async () => {
  const { begin, spend, flood } = await startFlood();
  flood.finish();
  begin(VISITOR);
  await spend(10 * LONG_MS);
  // The visitor was charged for this time, and the flooder has saved a share of it.
  expect([begin(FLOODER).isRunning, begin(FLOODER).isRunning]).toEqual([true, true]);
});

test('[D76] a paused response costs its address nothing, and doesn’t make other requests wait', async () => {
  const { begin, spend, visit } = await startFlood();
  const download = begin(VISITOR);
  visit.finish();
  download.finish();
  download.finish();
  await spend(10 * LONG_MS);
  begin(FLOODER);
  const next = begin(VISITOR);
  expect(next.isRunning).toBe(true);
  next.finish();
  download.resume();
  await spend(10 * LONG_MS);
  begin(FLOODER);
  expect(begin(VISITOR).isRunning).toBe(false);
});

describe('[D76] a slow client doesn’t make other requests of its address wait', () => {
  const chunks = Array.from({ length: 64 }, () => Buffer.alloc(1024 * 1024));
  /** What the request does, until only its client delays it. */
  const slowRequests: Array<[string, boolean, (request: FastifyRequest, isSlow: () => void) => unknown]> = [
    ['a text that it doesn’t read', false, () => Buffer.concat(chunks)],
    ['a stream that it doesn’t read', false, (_, isSlow) => Readable.from(chunks).once('pause', isSlow)],
    [
      'an upload that it doesn’t send',
      true,
      ({ raw }, isSlow) => {
        isSlow();
        return once(raw.resume(), 'end');
      },
    ],
  ];

  test.each(slowRequests)('%s', async (_, isUpload, handle) => {
    let busyMs = 0;
    const slow = Promise.withResolvers<void>();
    const app = Fastify({ forceCloseConnections: true });
    onTestFinished(() => app.close());
    app.decorateRequest('callerIp', VISITOR);
    app.decorateRequest('isCounted', true);
    registerTimeShares(app, { readMs: () => 0, readBusyMs: () => busyMs });
    app.addContentTypeParser('image/png', (_request, body, done) => done(null, body));
    app.post('/slow', { config: { isUpload } }, (request) => handle(request, slow.resolve));
    app.get('/quick', () => '');
    app.addHook('onSend', async (_request, _reply, payload) => {
      if (!(payload instanceof Readable)) slow.resolve();
    });
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(port), '127.0.0.1').pause();
    onTestFinished(() => void socket.destroy());
    socket.write(
      'POST /slow HTTP/1.1\r\nhost: localhost\r\ncontent-type: image/png\r\ncontent-length: 9\r\n\r\n',
    );
    await slow.promise;
    busyMs += 10 * LONG_MS;
    expect((await app.inject({ url: '/quick' })).statusCode).toBe(200);
  });
});
