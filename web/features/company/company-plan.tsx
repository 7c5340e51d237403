import type { Company } from '#server/domains/memberships/company/company.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { BillingActions, DueBill, PayingCard } from '#web/features/billing/plan-billing.tsx';
import { trpc } from '#web/lib/trpc.ts';
import { useRefetchPlans } from '#web/lib/use-refetch-plans.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ConfirmedAction } from '#web/ui/dialogs/confirmed-action.tsx';
import { Money } from '#web/ui/money.tsx';
import { Fact, Facts } from '#web/ui/page/facts.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from '../business-plans/own-plan.module.css';
import { formatDay } from '../business-plans/plan-text.ts';
import { ResumeMembership } from '../memberships/resume-button.tsx';
import { isOverdue, StateRemark } from '../memberships/state-remark.tsx';
import { type CompanyData, type CompanyPlanData, describeCardCounts } from './company-data.ts';
import { useCompanySearchParams } from './company-search-params.ts';

interface CancelCompanyPlanProps {
  periodEnd: string;
  /** If the last payment failed, canceling ends the plan immediately (D26). */
  isOverdue: boolean;
}

function CancelCompanyPlan({ periodEnd, isOverdue }: CancelCompanyPlanProps) {
  const cancel = trpc.corporate.cancel.useMutation({ onSuccess: useRefetchPlans() });
  return (
    <div className={`${layout.tightRow} ${classes.actions}`}>
      <ConfirmedAction
        label="Cancel Plan"
        targetName="with all its cards"
        keepLabel="Keep Plan"
        onConfirm={() => cancel.mutateAsync()}
      >
        <p>
          Are you sure you want to cancel this plan?{' '}
          {isOverdue
            ? 'Your payment failed, so it ends today, with all your employees’ cards.'
            : `Your employees can use their cards until ${formatDay(periodEnd)}, the end of the period you paid for.`}
        </p>
      </ConfirmedAction>
    </div>
  );
}

interface CompanyPlanProps {
  company: Company;
  plan: CompanyPlanData;
  counts: CompanyData['counts'];
}

export function CompanyPlan({ company, plan, counts }: CompanyPlanProps) {
  const { state, summary, nextCharge, periodEnd } = plan;
  const { editLink } = useCompanySearchParams();
  const hasEnded = summary.actions.includes('choose-plan');
  return (
    <section aria-labelledby="own-company" className={layout.endedSection}>
      <h2 id="own-company">{company.name}</h2>
      <article
        className={classes.item}
        data-state={hasEnded ? 'ended' : state}
        aria-labelledby="own-company-plan"
      >
        <h3 id="own-company-plan">Corporate plan</h3>
        <Facts>
          <Fact name="Status">
            <span className={layout.status}>{summary.label}</span>
          </Fact>
          <Fact name="Cards">{describeCardCounts(counts)}</Fact>
          {isOverdue(summary) ? (
            <DueBill product="corporate plan" />
          ) : (
            <Fact name="Next charge">
              {nextCharge === null ? (
                'None'
              ) : (
                <>
                  <Money cents={nextCharge.amountCents} /> on {formatDay(nextCharge.at)}
                </>
              )}
            </Fact>
          )}
          {nextCharge === null && !isOverdue(summary) && summary.day ? (
            <Fact name={summary.day.label}>{formatDay(summary.day.at)}</Fact>
          ) : null}
          <PayingCard product="corporate plan" />
          {company.poNumber === null ? null : <Fact name="PO number">{company.poNumber}</Fact>}
        </Facts>
        <StateRemark summary={summary}>
          {hasEnded ? (
            <div className={`${layout.row} ${classes.choice}`}>
              <ButtonLink to={paths.buyCorporate()} variant="secondary">
                Buy corporate cards
              </ButtonLink>
            </div>
          ) : null}
        </StateRemark>
        <div className={`${layout.tightRow} ${classes.actions}`}>
          <BillingActions product="corporate plan" />
          <ButtonLink {...editLink()} variant="quiet">
            Edit company details
          </ButtonLink>
        </div>
        {plan.canCancel ? <CancelCompanyPlan periodEnd={periodEnd} isOverdue={isOverdue(summary)} /> : null}
        {plan.canResume ? (
          <div className={`${layout.tightRow} ${classes.actions}`}>
            <ResumeMembership number={plan.number} membershipLabel="Corporate plan" />
          </div>
        ) : null}
      </article>
    </section>
  );
}
