import { useEffect, useRef } from 'react';
import { paths } from '#server/lib/pages.shared.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import classes from '../checkout.module.css';

/** Shown instead of the wizard if the company already has cards (D31). */
export function ExistingCards() {
  const containerRef = useRef<HTMLDivElement>(null);
  const settings = trpc.content.settings.useQuery();
  // The element that had focus was replaced, so move focus here for keyboard and screen reader users.
  useEffect(() => containerRef.current?.focus({ preventScroll: true }), []);
  const { supportPhone, supportEmail } = settings.data ?? {};
  return (
    <div ref={containerRef} tabIndex={-1} className={classes.arrival}>
      <EmptyState
        headingLevel={3}
        title="Your company already has cards"
        action={<ButtonLink to={paths.company()}>Go to your company page</ButtonLink>}
      >
        <p>You already have a corporate membership. To add additional members, please contact us.</p>
        {supportPhone && supportEmail ? (
          <p>
            {supportPhone} or <a href={`mailto:${supportEmail}`}>{supportEmail}</a>. You can also add cards
            yourself, on your company page.
          </p>
        ) : (
          <p>You can also add cards yourself, on your company page.</p>
        )}
      </EmptyState>
    </div>
  );
}
