import { z } from 'zod';
import { missing } from '../http/errors.ts';
import { type List, page, paginate } from '../http/lists.ts';
import { expand, read, text } from '../http/params.ts';
import { idOf, type Route } from '../http/route.ts';
import type { World } from '../state/world.ts';

const listParams = z.strictObject({
  ...page,
  types: z.array(text).optional(),
  expand: expand.optional(),
});

function readEvent(world: World, id: string): object {
  const found = world.events.find(id);
  if (found === undefined) throw missing('event', id);
  const event: object = JSON.parse(world.read(found.ref));
  return { ...event, pending_webhooks: world.events.undelivered.has(id) ? 1 : 0 };
}

export const eventRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/events',
    handle: ({ world, form }): List<object> => {
      const given = read(listParams, form);
      const entries = world.events
        .list()
        .map(({ entry }) => entry)
        .filter(({ type }) => given.types?.includes(type) ?? true);
      const found = paginate(entries, given, '/v1/events');
      return { ...found, data: found.data.map(({ id }) => readEvent(world, id)) };
    },
  },
  { method: 'GET', path: '/v1/events/:id', handle: (call) => readEvent(call.world, idOf(call)) },
];
