import { SampleCard } from '#web/components/sample-card.tsx';
import { toFailure } from '#web/lib/errors.ts';
import { opensModal } from '#web/lib/history-state.ts';
import { type PlanSlug, paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Page, PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BuyModalSlot } from './buy-modal-slot.tsx';
import { HouseholdSection } from './household-section.tsx';
import { MembershipBenefits } from './membership-benefits.tsx';
import { MembershipTerms } from './membership-terms.tsx';
import { PlanPoints } from './plan-card.tsx';
import classes from './plan-details.module.css';
import { PlanPrice } from './plan-price.tsx';
import { type ConsumerPlan, useConsumerPlans } from './use-consumer-plans.ts';

const OTHER: Record<PlanSlug, PlanSlug> = { individual: 'family', family: 'individual' };

/** A plan's own page: what it holds, what it costs now and later, its buy modal. */
export function PlanDetails({ slug }: { slug: PlanSlug }) {
  const plans = useConsumerPlans();
  if (plans.isError) {
    return (
      <Page>
        <PageHeader title="Membership plan" />
        <ErrorBox message={toFailure(plans.error).message} onRetry={() => void plans.refetch()} />
      </Page>
    );
  }
  const offer = plans.data?.find((candidate) => candidate.slug === slug);
  const other = plans.data?.find((candidate) => candidate.slug === OTHER[slug]);
  return (
    <Page width="wide">
      {offer === undefined ? (
        <Skeleton heights={['3.5rem', '1.75rem', '26rem']} />
      ) : (
        <Offer offer={offer} other={other} />
      )}
      <BuyModalSlot beneath={paths.pricingPlan(slug)} pagePlan={slug} />
    </Page>
  );
}

function Offer({ offer, other }: { offer: ConsumerPlan; other: ConsumerPlan | undefined }) {
  const { plan, slug } = offer;
  return (
    <>
      <PageHeader title={plan.copy.title}>{plan.copy.summary}</PageHeader>
      <div className={classes.columns}>
        <div>
          <PlanPrice offer={offer} />
          <PlanPoints points={plan.copy.points} />
          <div className={classes.actions}>
            <ButtonLink to={{ search: `?plan=${slug}` }} state={opensModal} size="lg">
              Buy {plan.name}
            </ButtonLink>
            {other === undefined ? null : (
              <ButtonLink to={paths.pricingPlan(other.slug)} variant="quiet">
                See the {other.plan.copy.title}
              </ButtonLink>
            )}
          </div>
        </div>
        <SampleCard plan={plan.name} />
      </div>
      {plan.isFamily ? <HouseholdSection /> : null}
      <MembershipBenefits />
      <MembershipTerms plan={plan} />
    </>
  );
}
