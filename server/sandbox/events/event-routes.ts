import { z } from 'zod';
import { resourceMissing } from '../http/errors.ts';
import { type List, page, paginate } from '../http/lists.ts';
import { expand, read, text } from '../http/params.ts';
import { getPathId, type Route } from '../http/route.ts';
import type { World } from '../state/world.ts';

const listParams = z.strictObject({
  ...page,
  types: z.array(text).optional(),
  expand: expand.optional(),
});

function readEvent(world: World, id: string): object {
  const storedEvent = world.events.find(id);
  if (storedEvent === undefined) throw resourceMissing('event', id);
  const event: object = JSON.parse(world.read(storedEvent.ref));
  return { ...event, pending_webhooks: world.events.undelivered.has(id) ? 1 : 0 };
}

export const eventRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/events',
    handle: ({ world, form }): List<object> => {
      const params = read(listParams, form);
      const entries = world.events
        .list()
        .map(({ entry }) => entry)
        .filter(({ type }) => params.types?.includes(type) ?? true);
      const eventPage = paginate(entries, params, '/v1/events');
      return { ...eventPage, data: eventPage.data.map(({ id }) => readEvent(world, id)) };
    },
  },
  { method: 'GET', path: '/v1/events/:id', handle: (call) => readEvent(call.world, getPathId(call)) },
];
