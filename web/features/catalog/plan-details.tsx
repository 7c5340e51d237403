import type { ReactNode } from 'react';
import { type PlanSlug, pages, paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { opensModal } from '#web/lib/history-state.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { SampleCard } from '#web/ui/membership-card/sample-card.tsx';
import { useDocumentTitle } from '#web/ui/page/document-title.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { HouseholdSection } from './household-section.tsx';
import { MembershipBenefits } from './membership-benefits.tsx';
import { MembershipTerms } from './membership-terms.tsx';
import { PlanPoints } from './plan-card.tsx';
import classes from './plan-details.module.css';
import { PlanPrice } from './plan-price.tsx';
import { type ConsumerPlan, useConsumerPlans } from './use-consumer-plans.ts';

const OTHER_PLAN: Record<PlanSlug, PlanSlug> = { individual: 'family', family: 'individual' };

interface PlanDetailsProps {
  slug: PlanSlug;
  /** The modal that sells the plan. */
  children: ReactNode;
}

export function PlanDetails({ slug, children }: PlanDetailsProps) {
  const plans = useConsumerPlans();
  const offer = plans.data?.find((candidate) => candidate.slug === slug);
  const otherPlan = plans.data?.find((candidate) => candidate.slug === OTHER_PLAN[slug]);
  const page = slug === 'individual' ? pages.individualPlan : pages.familyPlan;
  const title = offer?.plan.copy.title ?? page.title;
  useDocumentTitle(title);
  return (
    <Page width="wide">
      {/* Rendered before the plans have loaded, because navigation moves focus to it. */}
      <PageHeader title={title}>{offer?.plan.copy.summary}</PageHeader>
      {plans.isError && offer === undefined ? (
        <ErrorBox message={toFailure(plans.error).message} onRetry={() => void plans.refetch()} />
      ) : null}
      {plans.isPending ? <Skeleton heights={['1.75rem', '26rem']} /> : null}
      {offer ? <Offer offer={offer} otherPlan={otherPlan} /> : null}
      {children}
    </Page>
  );
}

function Offer({ offer, otherPlan }: { offer: ConsumerPlan; otherPlan: ConsumerPlan | undefined }) {
  const { plan, slug } = offer;
  return (
    <>
      <div className={classes.columns}>
        <div>
          <PlanPrice offer={offer} />
          <PlanPoints points={plan.copy.points} />
          <div className={`${layout.row} ${classes.actions}`}>
            <ButtonLink to={{ search: `?plan=${slug}` }} state={opensModal} size="lg">
              Buy {plan.name}
            </ButtonLink>
            {otherPlan === undefined ? null : (
              <ButtonLink to={paths.pricingPlan(otherPlan.slug)} variant="quiet">
                See the {otherPlan.plan.copy.title}
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
