import type { EventEmitter } from 'node:events';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getAddressKey } from '../../platform/rate-limits/ip-address-key.ts';

/** How much of the event loop's time an IP address gets while others use the process too. */
const SHARE = 0.1;
/** An address can use this much at once, for example when a whole office opens a page. */
const MAX_SAVED_MS = 500;
/** An address has the process to itself if no other sent a request for this long. */
const ALONE_AFTER_MS = 1_000;
const CHECK_INTERVAL_MS = 5;
const MAX_IDLE_CALLERS = 10_000;

interface Clock {
  /** A monotonic time in milliseconds. */
  readMs: () => number;
  /** How long the event loop has been busy so far, in milliseconds. */
  readBusyMs: () => number;
}

/** Says whether a request that has started causes work. */
type SetRunning = (isRunning: boolean) => void;
/** Starts a request, which must call `setRunning` with false once it no longer causes work. */
type Start = (setRunning: SetRunning) => void;

interface Caller {
  running: number;
  waiting: Start[];
  timer: NodeJS.Timeout | undefined;
  /** What is left of the caller's share, in milliseconds of the event loop. Negative if it used more. */
  savedMs: number;
  updatedAtMs: number;
  /** The value of `costMs` up to which the caller was charged. */
  chargedMs: number;
}

/**
 * Shares the event loop's time between IP addresses (D76). While several of them send requests, one that has
 * used its share starts another request only when it has none running, or when its share has grown again. The
 * loop's time is charged in equal parts to all running requests, since it isn't known for which one it worked.
 */
export function createTimeShares({ readMs, readBusyMs }: Clock) {
  const callers = new Map<string, Caller>();
  let running = 0;
  let busyMs = readBusyMs();
  /** What one request would have been charged so far if it had always been running. */
  let costMs = 0;
  let latest = { key: '', sinceMs: readMs() };

  function update(caller: Caller): void {
    const timeMs = readMs();
    const newBusyMs = readBusyMs();
    if (running > 0) costMs += (newBusyMs - busyMs) / running;
    busyMs = newBusyMs;
    const earnedMs = SHARE * (timeMs - caller.updatedAtMs);
    const spentMs = caller.running * (costMs - caller.chargedMs);
    caller.savedMs = Math.min(MAX_SAVED_MS, caller.savedMs + earnedMs - spentMs);
    caller.updatedAtMs = timeMs;
    caller.chargedMs = costMs;
  }

  function findCaller(key: string): Caller {
    const known = callers.get(key);
    if (known) return known;
    if (callers.size >= MAX_IDLE_CALLERS) forgetIdleCallers();
    const caller = {
      running: 0,
      waiting: [],
      timer: undefined,
      savedMs: MAX_SAVED_MS,
      updatedAtMs: readMs(),
      chargedMs: costMs,
    };
    callers.set(key, caller);
    return caller;
  }

  function forgetIdleCallers(): void {
    for (const [key, caller] of callers) if (caller.running === 0) callers.delete(key);
  }

  function run(caller: Caller, start: Start): void {
    let wasRunning = false;
    const setRunning = (isRunning: boolean) => {
      if (isRunning === wasRunning) return;
      update(caller);
      wasRunning = isRunning;
      const change = isRunning ? 1 : -1;
      caller.running += change;
      running += change;
    };
    setRunning(true);
    start(setRunning);
  }

  function mayStart(key: string, caller: Caller): boolean {
    update(caller);
    const isAlone = latest.key === key && caller.updatedAtMs - latest.sinceMs >= ALONE_AFTER_MS;
    return caller.running === 0 || caller.savedMs > 0 || isAlone;
  }

  function startWaiting(key: string, caller: Caller): void {
    caller.timer ??= setTimeout(() => {
      caller.timer = undefined;
      const start = mayStart(key, caller) ? caller.waiting.shift() : undefined;
      if (start) run(caller, start);
      if (caller.waiting.length > 0) startWaiting(key, caller);
    }, CHECK_INTERVAL_MS);
  }

  return {
    noteVisitor: (key: string): void => {
      if (latest.key !== key) latest = { key, sinceMs: readMs() };
    },
    /** Starts a request when it is its turn, at once if possible. Never does if the response is closed by then. */
    takeTurn: (key: string, response: EventEmitter, start: Start): void => {
      const caller = findCaller(key);
      if (caller.waiting.length === 0 && mayStart(key, caller)) {
        run(caller, start);
        return;
      }
      caller.waiting.push(start);
      response.once('close', () => {
        caller.waiting = caller.waiting.filter((waiting) => waiting !== start);
      });
      startWaiting(key, caller);
    },
  };
}

const PROCESS_CLOCK: Clock = {
  readMs: () => performance.now(),
  readBusyMs: () => performance.eventLoopUtilization().active,
};

/** Lets each request run when it is its IP address's turn, once its body has arrived. */
export function registerTimeShares(app: FastifyInstance, clock: Clock = PROCESS_CLOCK): void {
  const shares = createTimeShares(clock);
  app.decorateRequest('setRunning', null);
  app.addHook('preValidation', (request, reply, done) => {
    const key = getAddressKey(request.callerIp);
    // A proxy's health checks, which aren't counted, are not another visitor.
    if (request.isCounted) shares.noteVisitor(key);
    shares.takeTurn(key, reply.raw, (setRunning) => {
      request.setRunning = setRunning;
      if (request.routeOptions.config.isUpload) waitForUpload(request, setRunning);
      done();
    });
  });
  // Work goes on after a client has closed its connection, until there is a reply.
  app.addHook('onSend', (request, { raw }, payload, done) => {
    const { setRunning } = request;
    request.setRunning = null;
    if (setRunning && payload instanceof Readable && !raw.closed) runWhileFlowing(payload, raw, setRunning);
    else setRunning?.(false);
    done(null, payload);
  });
}

/** An upload, whose route reads the body itself, may take minutes to arrive. */
function waitForUpload(request: FastifyRequest, setRunning: SetRunning): void {
  setRunning(false);
  request.raw.once('end', () => request.setRunning?.(true));
}

/** A client that reads slowly pauses the stream, and must not keep its address's other requests waiting. */
function runWhileFlowing(stream: Readable, response: EventEmitter, setRunning: SetRunning): void {
  const resume = () => setRunning(true);
  stream.on('pause', () => setRunning(false)).on('resume', resume);
  response.once('close', () => {
    stream.off('resume', resume);
    setRunning(false);
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null before the request's turn, and after its reply. */
    setRunning: SetRunning | null;
  }
}
