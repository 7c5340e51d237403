import type { PlanSlug } from '#server/lib/pages.shared.ts';
import { type ConsumerPlan, useConsumerPlans } from '#web/features/catalog/use-consumer-plans.ts';
import { CardPurchase } from '#web/features/checkout/card/card-purchase.tsx';
import { toFailure } from '#web/lib/errors.ts';
import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';

interface BuyModalProps {
  opened: boolean;
  /** Null while the modal closes. */
  slug: PlanSlug | null;
  closePath: string;
}

export function BuyModal({ opened, slug, closePath }: BuyModalProps) {
  const plans = useConsumerPlans();
  const close = useCloseModal(closePath);
  const offer = plans.data?.find((candidate) => candidate.slug === slug);
  return (
    <ModalRoute
      opened={opened}
      title={offer?.plan.copy.title ?? 'Buy a membership'}
      closePath={closePath}
      size="lg"
    >
      {plans.isError ? (
        <ErrorBox message={toFailure(plans.error).message} onRetry={() => void plans.refetch()} />
      ) : (
        <Purchase offer={offer} onClose={close} />
      )}
    </ModalRoute>
  );
}

function Purchase({ offer, onClose }: { offer: ConsumerPlan | undefined; onClose(): void }) {
  if (offer === undefined) return <Skeleton heights={['1.5rem', '2rem', '24rem']} />;
  return <CardPurchase key={offer.slug} plan={offer.plan} onClose={onClose} />;
}
