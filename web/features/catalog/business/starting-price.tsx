import { formatPerInterval } from '#web/lib/format.ts';
import { useBusinessPlans } from './use-business-plans.ts';

/** Shows the price of the cheapest plan in a sentence. Shows nothing if no plans are loaded. */
export function StartingPrice() {
  const { data = [] } = useBusinessPlans();
  const [cheapest] = data.map(({ plan }) => plan).toSorted((a, b) => a.priceCents - b.priceCents);
  return cheapest ? (
    <>Plans from {formatPerInterval(cheapest.priceCents, cheapest.billingInterval)}.</>
  ) : null;
}
