import { perInterval } from '#web/lib/format.ts';
import { useBusinessPlans } from './use-business-plans.ts';

/** What the cheapest of the plans costs, as a sentence; nothing before it is known. */
export function PlansFrom() {
  const { data = [] } = useBusinessPlans();
  const [least] = data.map(({ plan }) => plan).toSorted((a, b) => a.priceCents - b.priceCents);
  return least ? <>Plans from {perInterval(least.priceCents, least.billingInterval)}.</> : null;
}
