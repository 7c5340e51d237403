import { useLocation } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { type BusinessPlan, useBusinessPlans } from '#web/features/catalog/business/use-business-plans.ts';
import { PlanPoints } from '#web/features/catalog/plan-card.tsx';
import { toFailure } from '#web/lib/errors.ts';
import { formatPerInterval } from '#web/lib/format.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import type { OwnPlanData } from '../plan-text.ts';
import classes from './change-plan.module.css';
import { ChosenPlan } from './chosen-plan.tsx';

interface ChangePlanModalProps {
  opened: boolean;
  /** The id of the chosen plan. Any other text shows the list of plans. */
  choice: string;
  plan: OwnPlanData;
  obstacle: string | null;
}

export function ChangePlanModal({ opened, choice, plan, obstacle }: ChangePlanModalProps) {
  const plans = useBusinessPlans();
  const chosenPlan = plans.data?.find((offer) => String(offer.plan.id) === choice);
  return (
    <ModalRoute
      opened={opened}
      title={chosenPlan ? `Change to ${chosenPlan.plan.name}` : 'Change plan'}
      closePath={paths.business()}
      size="lg"
    >
      {obstacle !== null && !chosenPlan ? (
        <Notice title="You can’t change this right now">{obstacle}</Notice>
      ) : null}
      {plans.isPending ? <Skeleton heights={['12rem', '12rem']} /> : null}
      {plans.isError && plans.data === undefined ? (
        <ErrorBox message={toFailure(plans.error).message} onRetry={() => void plans.refetch()} />
      ) : null}
      {chosenPlan ? <ChosenPlan key={choice} offer={chosenPlan} currentName={plan.planName} /> : null}
      {plans.data && !chosenPlan && obstacle === null ? (
        <ul className={`${layout.tightList} ${classes.plans}`}>
          {plans.data.map((offer) => (
            <PlanChoice
              key={offer.slug}
              offer={offer}
              mark={
                offer.plan.id === plan.planId
                  ? 'Your plan'
                  : offer.plan.name === plan.change?.scheduled?.planName
                    ? 'Your next plan'
                    : null
              }
            />
          ))}
        </ul>
      ) : null}
    </ModalRoute>
  );
}

interface PlanChoiceProps {
  offer: BusinessPlan;
  /** Shown instead of the button. */
  mark: string | null;
}

function PlanChoice({ offer: { plan }, mark }: PlanChoiceProps) {
  const { state } = useLocation();
  return (
    <li data-current={mark !== null || undefined}>
      <div className={classes.head}>
        <h3>{plan.name}</h3>
        <p className={classes.price}>{formatPerInterval(plan.priceCents, plan.billingInterval)}</p>
      </div>
      <PlanPoints points={plan.copy.points} />
      {mark === null ? (
        // Replaces the list's history entry, so that closing the modal returns to the page.
        <ButtonLink to={paths.changeBusinessPlan(plan.id)} replace state={state} variant="secondary">
          Change to {plan.name}
        </ButtonLink>
      ) : (
        <p className={classes.current}>{mark}</p>
      )}
    </li>
  );
}
