import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import { BusinessPlanPurchase } from './business-plan-purchase.tsx';
import type { BusinessPlan } from './business-plans.ts';

interface BusinessPlanModalProps {
  plan: BusinessPlan;
  opened: boolean;
  closePath: string;
}

export function BusinessPlanModal({ plan, opened, closePath }: BusinessPlanModalProps) {
  const close = useCloseModal(closePath);
  return (
    <ModalRoute opened={opened} title={`Purchase ${plan.copy.title}`} closePath={closePath} size="lg">
      <BusinessPlanPurchase key={plan.id} plan={plan} onClose={close} />
    </ModalRoute>
  );
}
