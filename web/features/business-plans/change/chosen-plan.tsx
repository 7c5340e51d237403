import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { businessAgreements } from '#server/domains/checkout/kinds/business-plan/business-plan.schema.ts';
import type { TextVersion } from '#server/domains/content/content.schema.ts';
import { formatDateInWords } from '#server/lib/dates.ts';
import { formatCents } from '#server/lib/money.ts';
import { paths } from '#server/lib/pages.shared.ts';
import type { BusinessPlan } from '#web/features/catalog/business/use-business-plans.ts';
import { PlanPoints } from '#web/features/catalog/plan-card.tsx';
import { AgreementsPage } from '#web/features/checkout/business-plan/agreements-page.tsx';
import {
  formatUpgradeLabel,
  lacksCard,
  NoCardOnFile,
  OtherCardLink,
  type PlanOffer,
  UpgradeCompleted,
  type UpgradeOffer,
  UpgradePrice,
} from '#web/features/checkout/upgrade/upgrade-offer.tsx';
import { useUpgradePayment } from '#web/features/checkout/upgrade/use-upgrade-payment.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useRefetchPlans } from '#web/lib/use-refetch-plans.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import { Form } from '#web/ui/form/form.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from './change-plan.module.css';

interface ChosenPlanProps {
  offer: BusinessPlan;
  currentName: string;
}

/** Shows what the chosen plan includes and costs, and lets the owner change to it. */
export function ChosenPlan({ offer: chosen, currentName }: ChosenPlanProps) {
  const planId = chosen.plan.id;
  const content = useRef<HTMLDivElement>(null);
  const [paidPurchaseId, setPaidPurchaseId] = useState<string | null>(null);
  const offer = trpc.businessPlanChanges.offer.useQuery(
    { plan: planId },
    { enabled: paidPurchaseId === null, retry: false },
  );
  // The link that chose this plan is gone, so move focus to the new content.
  useEffect(() => content.current?.focus(), []);
  if (paidPurchaseId !== null) {
    return (
      <UpgradeCompleted
        title={`Your plan is now ${chosen.plan.name}`}
        purchaseId={paidPurchaseId}
        closePath={paths.business()}
      >
        We’re emailing you a receipt. If the plan adds programs, we’ll contact you to set them up.
      </UpgradeCompleted>
    );
  }
  return (
    <div ref={content} tabIndex={-1} className={classes.content}>
      <PlanPoints points={chosen.plan.copy.points} />
      {offer.isPending ? <Skeleton heights={['8rem', '8rem']} /> : null}
      {offer.isError ? <OfferError error={offer.error} onRetry={() => void offer.refetch()} /> : null}
      {offer.data?.upgrade ? (
        <UpgradeForm
          chosen={chosen}
          offer={offer.data}
          upgrade={offer.data.upgrade}
          onPaid={setPaidPurchaseId}
        />
      ) : null}
      {offer.data && !offer.data.upgrade ? (
        <SmallerPlan planId={planId} offer={offer.data} currentName={currentName} />
      ) : null}
    </div>
  );
}

function OfferError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { code, message } = toFailure(error);
  if (code === 'PLAN_UNCHANGEABLE' || code === 'BUSINESS_PLAN_NOT_FOUND')
    return <Notice title="You can’t change this right now">{message}</Notice>;
  return <ErrorBox message={message} onRetry={onRetry} />;
}

function BackToPlans() {
  const { state } = useLocation();
  return (
    <ButtonLink to={paths.changeBusinessPlan()} replace state={state} variant="quiet">
      Back to the plans
    </ButtonLink>
  );
}

interface UpgradeFormProps {
  chosen: BusinessPlan;
  offer: PlanOffer;
  upgrade: UpgradeOffer;
  onPaid: (purchaseId: string) => void;
}

interface Agreements {
  contractAgree: boolean;
  termsAgree: boolean;
  privacyAgree: boolean;
  /** The version of each agreement that the owner accepted. */
  acceptedTexts: TextVersion[];
}
const NOTHING_ACCEPTED: Agreements = {
  contractAgree: false,
  termsAgree: false,
  privacyAgree: false,
  acceptedTexts: [],
};

function UpgradeForm({ chosen: { plan, terms }, offer, upgrade, onPaid }: UpgradeFormProps) {
  const buy = trpc.businessPlanChanges.upgrade.useMutation();
  const pay = useUpgradePayment<{ plan: number } & Agreements>({
    buy: (input) => buy.mutateAsync(input),
    onPaid: useRefetchPlans(),
  });
  if (lacksCard(upgrade)) return <NoCardOnFile />;
  return (
    <Form
      initial={NOTHING_ACCEPTED}
      schema={businessAgreements(terms)}
      submitLabel={formatUpgradeLabel(offer, upgrade)}
      secondary={
        <>
          <OtherCardLink />
          <BackToPlans />
        </>
      }
      onSubmit={async (agreements) =>
        onPaid(await pay({ plan: plan.id, ...agreements }, upgrade.quote.totalCents))
      }
    >
      <p>Your plan changes to {offer.planName} right away. Your business stays listed.</p>
      <UpgradePrice offer={offer} upgrade={upgrade} />
      <AgreementsPage agreements={terms.agreements} />
    </Form>
  );
}

interface SmallerPlanProps {
  planId: number;
  offer: PlanOffer;
  currentName: string;
}

function SmallerPlan({ planId, offer: { planName, renewal }, currentName }: SmallerPlanProps) {
  const close = useCloseModal(paths.business());
  const downgrade = trpc.businessPlanChanges.downgrade.useMutation({ onSuccess: useRefetchPlans() });
  return (
    <>
      <p>
        Your plan changes to {planName} on {formatDateInWords(new Date(renewal.on))}. Until then, you keep
        everything that {currentName} includes. Your next bill is {formatCents(renewal.amountCents)}. You
        won’t get a refund. You can undo this any time before then.
      </p>
      {downgrade.error ? <ErrorBox message={toFailure(downgrade.error).message} focus /> : null}
      <div className={layout.row}>
        <Button
          busy={downgrade.isPending}
          onClick={async () => {
            // The error box above shows the failure.
            const isScheduled = await downgrade.mutateAsync({ plan: planId }).catch(() => false);
            if (isScheduled) close();
          }}
        >
          Change to {planName}
        </Button>
        <BackToPlans />
      </div>
    </>
  );
}
