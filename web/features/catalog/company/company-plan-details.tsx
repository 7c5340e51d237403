import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CARDS_PER_FAMILY, MIN_CORPORATE_CARDS } from '#server/lib/business-rules.ts';
import { formatCents } from '#server/lib/money.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { opensModal } from '#web/lib/history-state.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { SampleCard } from '#web/ui/membership-card/sample-card.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import businessClasses from '../business/business-info.module.css';
import { HowItWorks, type Step } from '../business/how-it-works.tsx';
import { type Term, Terms } from '../business/terms.tsx';
import { CompanyPicture, EmployeesPicture, TeamPicture } from '../membership-pictures.tsx';
import { PlanPoints } from '../plan-card.tsx';
import planClasses from '../plan-details.module.css';
import classes from './company-plan.module.css';
import { type CompanyPlans, useCompanyPlans } from './use-company-plans.ts';

function CompanyTerms({ plans: { personal, family } }: { plans: CompanyPlans }) {
  const terms: readonly Term[] = [
    {
      term: 'Payment',
      text: `${formatCents(personal.priceCents)} per person when you buy, and again each year until you cancel. You make one payment and get one receipt for all cards.`,
    },
    {
      term: 'How many',
      text: `At least ${MIN_CORPORATE_CARDS} cards. A family card costs ${formatCents(family.priceCents)} and counts as ${CARDS_PER_FAMILY} of them.`,
    },
    {
      term: 'What a card gets you',
      text: (
        <>
          The same as every membership: savings at <Link to={paths.savings()}>participating businesses</Link>.
          Each card has its own membership ID.
        </>
      ),
    },
    {
      term: 'When employees come and go',
      text: 'Use your company page to replace an employee, add cards, and see who has claimed theirs.',
    },
    {
      term: 'Canceling',
      text: 'Cancel any time on your company page. The cards are good until their expiration date.',
    },
    {
      term: 'Already bought?',
      text: (
        <>
          Open <Link to={paths.company()}>your company page</Link>, or{' '}
          <Link to={paths.contact()}>contact us</Link> to add members.
        </>
      ),
    },
  ];
  return <Terms title="Good to know" terms={terms} className={businessClasses.three} />;
}

const STEPS: readonly Step[] = [
  {
    title: 'Tell us about your company',
    text: 'We need its name, its address, and how to reach you. You buy with an account, and that account manages the company’s page.',
    picture: <CompanyPicture />,
  },
  {
    title: 'List your employees',
    text: 'Type them in, paste them from a spreadsheet, or upload a CSV file. Choose a personal or family card for each one.',
    picture: <EmployeesPicture />,
  },
  {
    title: 'Everyone gets a card',
    text: 'Employees with an email address get an invitation to keep the card in their own account. You print cards for the others.',
    picture: <TeamPicture />,
  },
];

/** `children` is the modal that sells the plan. */
export function CompanyPlanDetails({ children }: { children: ReactNode }) {
  const plans = useCompanyPlans();
  return (
    <Page width="wide">
      <PageHeader title="Corporate plan">
        Membership cards for your employees, and for their families if you like.
      </PageHeader>
      {plans.isError ? (
        <ErrorBox message={toFailure(plans.error).message} onRetry={() => void plans.refetch()} />
      ) : null}
      {plans.isPending ? <Skeleton heights={['26rem', '16rem']} /> : null}
      {plans.data ? <Offer plans={plans.data} /> : null}
      {children}
    </Page>
  );
}

function Offer({ plans }: { plans: CompanyPlans }) {
  const { personal, family, personalLabel, familyLabel } = plans;
  const price = formatCents(personal.priceCents);
  return (
    <>
      <div className={planClasses.columns}>
        <div className={classes.offer}>
          <p className={classes.price}>
            <strong>{price}</strong>
            {personalLabel.replace(price, '')}
          </p>
          <PlanPoints
            points={[
              `${MIN_CORPORATE_CARDS}-card minimum; a family card counts as ${CARDS_PER_FAMILY}`,
              `A family card for ${formatCents(family.priceCents)}: ${familyLabel}`,
              'Every employee gets a membership with its own ID',
              'One company page where you replace an employee or add cards',
            ]}
          />
          <div className={`${layout.row} ${planClasses.actions}`}>
            <ButtonLink to={{ search: '?plan=corporate' }} state={opensModal} size="lg">
              Sign up Now
            </ButtonLink>
          </div>
        </div>
        <SampleCard plan={personal.name} monthsValid={12} />
      </div>
      <HowItWorks steps={STEPS} />
      <CompanyTerms plans={plans} />
    </>
  );
}
