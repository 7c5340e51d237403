import { useEffect, useRef } from 'react';
import { paths } from '#server/lib/pages.shared.ts';
import { BackofficeLink } from '#web/features/accounts/backoffice-link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import classes from '../checkout.module.css';

/** Shown instead of the wizard if the account already has a paid plan that hasn't ended. */
export function ManagePlan({ planName }: { planName: string }) {
  const containerRef = useRef<HTMLDivElement>(null);
  // The element that had focus was replaced, so move focus here for keyboard and screen reader users.
  useEffect(() => containerRef.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={containerRef} tabIndex={-1} className={classes.arrival}>
      <EmptyState
        headingLevel={3}
        title="Manage your Business Plan"
        action={
          <div className={classes.ways}>
            <ButtonLink to={paths.business()}>Manage your plan</ButtonLink>
            <BackofficeLink variant="secondary">Go to the Backoffice</BackofficeLink>
          </div>
        }
      >
        You already have the {planName}. You can see its charges and receipts, change your listing and
        promotions, or cancel it.
      </EmptyState>
    </div>
  );
}
