import type { ReactNode } from 'react';
import { formatLongDate } from '#server/lib/dates.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { toDate } from '#web/lib/format.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from './trial.module.css';

type OwnPlan = NonNullable<RouterOutputs['businessPlans']['mine']>;

export interface StartedTrial
  extends Pick<RouterOutputs['businessPlans']['startTrial'], 'isListed' | 'endsAt' | 'listedUntil'> {
  businessname: string;
  zip: string;
}

function formatOptionalDate(instant: string | null): string {
  const date = toDate(instant);
  return date === null ? '' : formatLongDate(date);
}

interface OutcomeProps {
  title: string;
  children: ReactNode;
  actions: ReactNode;
}

/** The heading takes focus when the outcome replaces the form. */
function Outcome({ title, children, actions }: OutcomeProps) {
  return (
    <div className={classes.outcome}>
      <h3 tabIndex={-1}>{title}</h3>
      {children}
      <div className={layout.row}>{actions}</div>
    </div>
  );
}

const BusinessButton = () => <ButtonLink to={paths.business()}>Go to your business</ButtonLink>;
const PlansButton = ({ isPrimary = false }: { isPrimary?: boolean }) => (
  <ButtonLink to={paths.businessPlans()} variant={isPrimary ? 'primary' : 'secondary'}>
    See the business plans
  </ButtonLink>
);

export function StartedTrialResult({ trial }: { trial: StartedTrial }) {
  const { businessname, zip, isListed, endsAt, listedUntil } = trial;
  const savingsSearch = new URLSearchParams({ name: businessname, zip: zip.slice(0, 5) });
  return (
    <Outcome
      title={isListed ? `${businessname} is listed` : 'Your trial has started'}
      actions={
        <>
          <BusinessButton />
          {isListed ? (
            <ButtonLink to={paths.savings(savingsSearch.toString())} variant="secondary">
              See it in the savings search
            </ButtonLink>
          ) : null}
        </>
      }
    >
      <p>{isListed ? 'Your trial has started. Here’s what happens next:' : 'Here’s what happens next:'}</p>
      <ol className={classes.next}>
        {isListed ? null : (
          <li>
            Follow the link in our email “Verify your email address.” Then members can find{' '}
            <strong>{businessname}</strong>.
          </li>
        )}
        <li>Add your logo, address, and promotions to give members a reason to visit.</li>
        <li>
          The trial ends on its own on <strong>{formatOptionalDate(endsAt)}</strong>. You won’t be charged.
        </li>
        <li>
          Your free listing stays up until <strong>{formatOptionalDate(listedUntil)}</strong>, with or without
          a plan.
        </li>
      </ol>
    </Outcome>
  );
}

export function ActiveTrial({ plan }: { plan: OwnPlan }) {
  return (
    <Outcome
      title="Your trial is running"
      actions={
        <>
          <BusinessButton />
          <PlansButton />
        </>
      }
    >
      <p>
        {plan.summary.title}. {plan.summary.text}
      </p>
    </Outcome>
  );
}

export function UsedTrial() {
  return (
    <Outcome
      title="Your account already had its free trial."
      actions={
        <>
          <PlansButton isPrimary />
          <ButtonLink to={paths.business()} variant="secondary">
            Go to your business
          </ButtonLink>
        </>
      }
    >
      <p>Each account gets one. Your free listing stays up for a year from the day the trial started.</p>
    </Outcome>
  );
}

export function ActivePlan({ planName }: { planName: string }) {
  return (
    <Outcome title="You already have a business plan." actions={<BusinessButton />}>
      <p>The {planName} includes everything the trial would show you.</p>
    </Outcome>
  );
}
