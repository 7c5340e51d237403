import { useEffect, useRef } from 'react';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { BackofficeLink } from '#web/features/accounts/backoffice-link.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import classes from '../checkout.module.css';

interface RefusedSignupProps {
  /** A sentence that says why the account can't sign up. */
  refusal: string;
  viewer: Viewer;
  onClose(): void;
}

const MAX_AFFILIATE_TYPE = 3;

/** Shown instead of the wizard if the account can't sign up for this role. */
export function RefusedSignup({ refusal, viewer, onClose }: RefusedSignupProps) {
  const containerRef = useRef<HTMLDivElement>(null);
  // The element that had focus was replaced, so move focus here for keyboard and screen reader users.
  useEffect(() => containerRef.current?.focus({ preventScroll: true }), []);
  const { accountType, friend } = viewer;
  const isAffiliate = friend || (accountType > 0 && accountType <= MAX_AFFILIATE_TYPE);
  return (
    <div ref={containerRef} tabIndex={-1} className={classes.arrival}>
      <EmptyState
        headingLevel={3}
        title={refusal}
        action={
          <div className={classes.ways}>
            {isAffiliate ? <ButtonLink to={paths.affiliate()}>Go to your affiliate page</ButtonLink> : null}
            {accountType > 0 ? (
              <BackofficeLink variant="secondary">Go to the Backoffice</BackofficeLink>
            ) : null}
            <Button variant="quiet" onClick={onClose}>
              Close
            </Button>
          </div>
        }
      />
    </div>
  );
}
