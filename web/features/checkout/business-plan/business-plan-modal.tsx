import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import { BusinessPlanPurchase } from './business-plan-purchase.tsx';
import type { BusinessPlan } from './business-plans.ts';

interface BusinessPlanModalProps {
  plan: BusinessPlan;
  opened: boolean;
  /** The page under the modal. */
  beneath: string;
}

export function BusinessPlanModal({ plan, opened, beneath }: BusinessPlanModalProps) {
  const close = useCloseModal(beneath);
  return (
    <ModalRoute opened={opened} title={`Purchase ${plan.copy.title}`} beneath={beneath} size="lg">
      <BusinessPlanPurchase key={plan.id} plan={plan} onClose={close} />
    </ModalRoute>
  );
}
