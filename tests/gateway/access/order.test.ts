import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { appRouter } from '#server/app/router.ts';
import type { RateLimiter } from '#server/platform/rate-limits/rate-limiter.ts';
import { NO_LIMITS } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import type { Row } from './row.ts';
import { openBrowser, sendCall } from './send-call.ts';
import { TABLE } from './table.ts';
import { type Actor, makeWorld, type World } from './world.ts';

// Every entry point must apply the general limit first, then the account's, then check permission, then apply
// its own limit, and read the arguments last.

const countedLimits: string[] = [];
const count = (name: string) => {
  if (!countedLimits.includes(name)) countedLimits.push(name);
};
const limits: RateLimiter = {
  ...NO_LIMITS,
  takeRequest: async () => count('general'),
  takeAccountCall: async ({ account }) => {
    if (account) count('accountCalls');
  },
  take: async (name) => count(name),
};

const checkout = testCheckout(seededTestDb(), { limits });
let world: World;

beforeAll(async () => {
  world = await makeWorld(checkout());
});

/**
 * Replaces texts and numbers with values that no form accepts. Enum values are kept, because GraphQL itself
 * rejects others.
 */
function makeInvalid(value: unknown): unknown {
  if (typeof value === 'string') return /^[A-Z]{4,}$/.test(value) ? value : '';
  if (typeof value === 'number') return -1;
  if (Array.isArray(value)) return value.map(makeInvalid);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, makeInvalid(inner)]));
}

/** Makes a call with invalid arguments. Returns the limits that it counts against, and the response. */
async function callWithInvalidArguments(row: Row, actor: Actor) {
  const visitor = await openBrowser(checkout(), row, actor);
  const { input, url, ...call } = await row.call(actor, world);
  countedLimits.length = 0;
  const response = await sendCall(visitor, row.entryPoint, {
    ...call,
    ...(input === undefined ? {} : { input: makeInvalid(input) }),
    ...(url === undefined ? {} : { url: url.replace(/=.*/, '=x') }),
  });
  return { limits: [...countedLimits], body: response.body, headers: response.headers };
}

const isRefusedToVisitors = ({ cells, isStaffOnly }: Row) => cells.startsWith('L') || isStaffOnly;
/** Only proxies and Prometheus call these, a browser requests each picture once, and Stripe signs its events. */
const UNCOUNTED =
  /^GET \/(healthz|readyz|metrics|files\/(logos|photos)\/:name)$|^POST \/api\/stripe\/webhook$/;
const isCounted = ({ entryPoint }: Row) => !UNCOUNTED.test(entryPoint);

const toCase = (row: Row) => [row.entryPoint, row] as const;

describe('[D49] a visitor with invalid arguments', () => {
  test.each(TABLE.filter(isRefusedToVisitors).map(toCase))('must log in first: %s', async (_, row) => {
    const { limits: counted, body } = await callWithInvalidArguments(row, world.actors.visitor);
    expect(body).toContain('Login to continue');
    expect(counted).toEqual(['general']);
  });
});

const meta = z.object({ meta: z.object({ limit: z.string() }).optional() });

function findOwnLimit(entryPoint: string): string | undefined {
  const [, path = ''] = entryPoint.split(' ');
  const procedure: unknown = Object.entries(appRouter._def.procedures).find(([name]) => name === path)?.[1];
  return procedure === undefined ? undefined : meta.parse(Object(procedure)._def).meta?.limit;
}

describe('[D49] every call with invalid arguments counts toward the rate limit', () => {
  test.each(TABLE.filter(isCounted).map(toCase))('%s', async (entryPoint, row) => {
    const { limits: counted } = await callWithInvalidArguments(
      row,
      world.actors[row.isStaffOnly ? '42' : '0'],
    );
    expect(counted[0]).toBe('general');
    const ownLimit = findOwnLimit(entryPoint);
    if (ownLimit) expect(counted).toEqual(['general', 'accountCalls', ownLimit]);
  });
});
