import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serve } from '#server/sandbox/http/api.ts';
import { World } from '#server/sandbox/state/world.ts';
import { expectConsole } from '#tests/helpers/console.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
});
afterEach(() => rm(folder, { recursive: true }));

function post(world: World, path: string, form: Record<string, string>, idempotencyKey?: string) {
  const response = serve(world, {
    method: 'POST',
    path,
    form: new URLSearchParams(form).toString(),
    authorization: 'Bearer sk_test_books',
    idempotencyKey,
  });
  response.releaseKey();
  const body: { id: string; error?: object } = JSON.parse(response.body);
  return { ...response, body };
}

const readJournalSize = async () => (await stat(join(folder, 'journal'))).size;

describe('[D45] the sandbox’s journal', () => {
  test('compacts when it grows large, without losing anything still needed', async () => {
    const firstWorld = new World(folder);
    firstWorld.changeState({ webhook: { url: 'http://127.0.0.1:1/', secret: 'whsec_x' } });
    const createdResponse = post(firstWorld, '/v1/customers', { name: 'Kept' }, 'made');
    for (let n = 0; n < 50; n += 1)
      post(firstWorld, `/v1/customers/${createdResponse.body.id}`, { name: `Renamed ${n}` });
    const deliveredEvents = [...firstWorld.events.undelivered].slice(1);
    firstWorld.markDelivered(deliveredEvents);
    firstWorld.close();
    const sizeBefore = await readJournalSize();

    const secondWorld = new World(folder, 0);
    expect(await readJournalSize()).toBeLessThan(sizeBefore);
    expect(secondWorld.state.compactedBytes).toBeGreaterThan(0);
    secondWorld.close();

    const compactedSize = await readJournalSize();
    const third = new World(folder, 0);
    expect(await readJournalSize(), 'a second compaction would be too soon').toBe(compactedSize);
    expect(third.state.webhook).toMatchObject({ secret: 'whsec_x' });
    expect(third.store.get('customer', createdResponse.body.id).name).toBe('Renamed 49');
    expect(third.events.undelivered.size).toBe(1);
    expect(third.events.list()).toHaveLength(51);
    const repeatedResponse = post(third, '/v1/customers', { name: 'Kept' }, 'made');
    expect(repeatedResponse).toMatchObject({
      replayed: true,
      body: { id: createdResponse.body.id, name: 'Kept' },
    });
    third.close();
  });

  test('keeps no objects or events of a failed request', () => {
    const world = new World(folder);
    const { body: customer } = post(world, '/v1/customers', { name: 'Ada' });
    const eventCount = world.events.list().length;
    const declinedResponse = post(world, '/v1/subscriptions', {
      customer: customer.id,
      'items[0][price_data][currency]': 'usd',
      'items[0][price_data][product]': 'no_such_product',
      'items[0][price_data][unit_amount]': '4995',
      'items[0][price_data][recurring][interval]': 'month',
    });
    expect(declinedResponse).toMatchObject({ status: 400, body: { error: { code: 'resource_missing' } } });
    expect(world.store.list('subscription')).toEqual([]);
    expect(world.events.list()).toHaveLength(eventCount);
    world.close();
  });

  test('rolls back a request whose transaction cannot be written', () => {
    const world = new World(folder);
    const { body: customer } = post(world, '/v1/customers', { name: 'Ada' });
    world.close();
    expectConsole(/EBADF/);
    expect(post(world, `/v1/customers/${customer.id}`, { name: 'Lost' }).status).toBe(500);
    expect(world.store.get('customer', customer.id).name).toBe('Ada');
  });
});
