import { useSearchParams } from 'react-router';
import { usePreloadWhenIdle } from '#web/lib/preload-when-idle.ts';
import { trpc } from '#web/lib/trpc.ts';
import { lazyModal } from '#web/ui/dialogs/lazy-modal.tsx';
import { selectBusinessPlans } from './business-plans.ts';

const BusinessPlanModal = lazyModal(
  async () => (await import('./business-plan-purchase.tsx')).BusinessPlanModal,
);

/** Shows the purchase modal when the URL names a business plan (`?plan=premium-business`). */
export function BusinessPlanModalSlot({ closePath }: { closePath: string }) {
  usePreloadWhenIdle(BusinessPlanModal.load);
  const [params] = useSearchParams();
  const slug = params.get('plan');
  const plans = trpc.catalog.plans.useQuery(undefined, { select: selectBusinessPlans, staleTime: 300_000 });
  const plan = plans.data?.find((candidate) => candidate.slug === slug) ?? null;
  return <BusinessPlanModal opened={plan !== null} plan={plan} closePath={closePath} />;
}
