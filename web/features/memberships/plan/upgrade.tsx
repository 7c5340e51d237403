import { useState } from 'react';
import { familyForm } from '#server/domains/memberships/family.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useRefetchPlans } from '#web/lib/use-refetch-plans.ts';
import { Form } from '#web/ui/form/form.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { FamilyStep, type FamilyValues, NO_FAMILY } from '../../checkout/card/family-step.tsx';
import {
  formatUpgradeLabel,
  lacksCard,
  NoCardOnFile,
  OtherCardLink,
  type PlanOffer,
  UpgradeCompleted,
  type UpgradeOffer,
  UpgradePrice,
} from '../../checkout/upgrade/upgrade-offer.tsx';
import { useUpgradePayment } from '../../checkout/upgrade/use-upgrade-payment.ts';

/** Shows what the family plan costs now and later, asks for the names, and charges the saved card. */
export function FamilyUpgrade({ number }: { number: string }) {
  const utils = trpc.useUtils();
  const [paidPurchaseId, setPaidPurchaseId] = useState<string | null>(null);
  const offer = trpc.planChanges.offer.useQuery(
    { number },
    { enabled: paidPurchaseId === null, retry: false },
  );
  if (paidPurchaseId !== null) {
    return (
      <UpgradeCompleted
        title="Your family is on the card"
        purchaseId={paidPurchaseId}
        closePath={paths.account()}
      >
        Your membership ID stays the same. We’re emailing you a receipt.
      </UpgradeCompleted>
    );
  }
  if (offer.data?.upgrade) {
    return (
      <UpgradeForm
        number={number}
        offer={offer.data}
        upgrade={offer.data.upgrade}
        onPaid={(purchaseId) => {
          setPaidPurchaseId(purchaseId);
          // The next offer is for changing back, so discard this one.
          void utils.planChanges.offer.reset({ number });
        }}
      />
    );
  }
  if (offer.isPending) return <Skeleton heights={['8rem', '12rem']} />;
  if (offer.data) return <Notice title="You already have the Family plan">You weren’t charged.</Notice>;
  const { code, message } = toFailure(offer.error);
  if (code === 'PLAN_UNCHANGEABLE') return <Notice title="You can’t change this right now">{message}</Notice>;
  return <ErrorBox message={message} onRetry={() => void offer.refetch()} />;
}

interface UpgradeFormProps {
  number: string;
  offer: PlanOffer;
  upgrade: UpgradeOffer;
  onPaid: (purchaseId: string) => void;
}

function UpgradeForm({ number, offer, upgrade, onPaid }: UpgradeFormProps) {
  const buy = trpc.planChanges.upgrade.useMutation();
  const pay = useUpgradePayment<{ number: string } & FamilyValues>({
    buy: (input) => buy.mutateAsync(input),
    onPaid: useRefetchPlans(),
  });
  if (lacksCard(upgrade)) return <NoCardOnFile />;
  return (
    <Form
      initial={NO_FAMILY}
      schema={familyForm}
      submitLabel={formatUpgradeLabel(offer, upgrade)}
      secondary={<OtherCardLink />}
      onSubmit={async (names) => onPaid(await pay({ number, ...names }, upgrade.quote.totalCents))}
    >
      {(form) => (
        <>
          <p>
            Your membership changes to {offer.planName} right away. It keeps its membership ID, and your cards
            are updated.
          </p>
          <UpgradePrice offer={offer} upgrade={upgrade} />
          <FamilyStep form={form} />
        </>
      )}
    </Form>
  );
}
