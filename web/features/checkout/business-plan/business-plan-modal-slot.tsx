import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePreloadWhenIdle } from '#web/lib/preload-when-idle.ts';
import { trpc } from '#web/lib/trpc.ts';
import { type BusinessPlan, selectBusinessPlans } from './business-plans.ts';

const loadModal = () => import('./business-plan-modal.tsx');
const BusinessPlanModal = lazy(async () => ({ default: (await loadModal()).BusinessPlanModal }));

/**
 * Shows the purchase modal when the URL names a business plan (`?plan=premium-business`). Loads its code when
 * the page is idle, or when the modal opens.
 */
export function BusinessPlanModalSlot({ closePath }: { closePath: string }) {
  usePreloadWhenIdle(loadModal);
  const [params] = useSearchParams();
  const slug = params.get('plan');
  const plans = trpc.catalog.plans.useQuery(undefined, { select: selectBusinessPlans, staleTime: 300_000 });
  const requestedPlan = plans.data?.find((plan) => plan.slug === slug) ?? null;
  // While the modal closes, the URL no longer has the plan.
  const [lastPlan, setLastPlan] = useState<BusinessPlan | null>(null);
  if (requestedPlan !== null && lastPlan !== requestedPlan) setLastPlan(requestedPlan);
  const plan = requestedPlan ?? lastPlan;
  if (plan === null) return null;
  return (
    <Suspense fallback={null}>
      <BusinessPlanModal plan={plan} opened={requestedPlan !== null} closePath={closePath} />
    </Suspense>
  );
}
