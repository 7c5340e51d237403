import { z } from 'zod';
import { page, paginate } from '../http/lists.ts';
import { expand, read, text } from '../http/params.ts';
import { getPathId, type Route } from '../http/route.ts';
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
      const params = read(listParams, form);
      const rows =
        params.customer === undefined
          ? world.store.list('subscription')
          : world.store.list('subscription', 'customer', params.customer);
      const matchingSubscriptions = rows.filter(({ status }) => matchesStatusFilter(status, params.status));
      return paginate(matchingSubscriptions, params, '/v1/subscriptions');
    },
  },
  {
    method: 'GET',
    path: '/v1/subscriptions/:id',
    handle: (call) => call.world.store.get('subscription', getPathId(call)),
  },
  { method: 'POST', path: '/v1/subscriptions/:id', handle: updateSubscription },
  { method: 'DELETE', path: '/v1/subscriptions/:id', handle: cancelSubscription },
];

/** Without a status filter, Stripe omits canceled subscriptions. */
function matchesStatusFilter(status: string, statusFilter: string | undefined): boolean {
  if (statusFilter === undefined) return status !== 'canceled';
  if (statusFilter === 'all') return true;
  if (statusFilter === 'ended') return status === 'canceled' || status === 'incomplete_expired';
  return status === statusFilter;
}
