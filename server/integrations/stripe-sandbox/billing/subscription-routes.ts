import { z } from 'zod';
import { page, paginate } from '../http/lists.ts';
import { expand, read, text } from '../http/params.ts';
import { idOf, type Route } from '../http/route.ts';
import { createSubscription } from './subscription-create.ts';
import { cancelSubscription, updateSubscription } from './subscription-update.ts';

const listParams = z.strictObject({
  ...page,
  customer: text.optional(),
  status: z
    .enum([
      'active',
      'all',
      'canceled',
      'ended',
      'incomplete',
      'incomplete_expired',
      'past_due',
      'paused',
      'trialing',
      'unpaid',
    ])
    .optional(),
  expand: expand.optional(),
});

export const subscriptionRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/subscriptions', handle: createSubscription },
  {
    method: 'GET',
    path: '/v1/subscriptions',
    handle: ({ world, form }) => {
      const given = read(listParams, form);
      const rows =
        given.customer === undefined
          ? world.store.list('subscription')
          : world.store.list('subscription', 'customer', given.customer);
      const found = rows.filter(({ status }) => hasStatus(status, given.status));
      return paginate(found, given, '/v1/subscriptions');
    },
  },
  {
    method: 'GET',
    path: '/v1/subscriptions/:id',
    handle: (call) => call.world.store.get('subscription', idOf(call)),
  },
  { method: 'POST', path: '/v1/subscriptions/:id', handle: updateSubscription },
  { method: 'DELETE', path: '/v1/subscriptions/:id', handle: cancelSubscription },
];

/** Without a status filter, Stripe leaves out canceled subscriptions. */
function hasStatus(status: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return status !== 'canceled';
  if (wanted === 'all') return true;
  if (wanted === 'ended') return status === 'canceled' || status === 'incomplete_expired';
  return status === wanted;
}
