import type { ReactNode } from 'react';
import { paths } from '#server/lib/pages.shared.ts';
import classes from '#web/features/catalog/business/business-info.module.css';
import { opensModal } from '#web/lib/history-state.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import layout from '#web/ui/styles/layout.module.css';

interface OpportunityIntroProps {
  title: string;
  /** The link that opens the signup modal. */
  signup: { to: string; label: string };
  picture: ReactNode;
  children: ReactNode;
}

export function OpportunityIntro({ title, signup, picture, children }: OpportunityIntroProps) {
  return (
    <div className={classes.top}>
      <div>
        <PageHeader title={title}>{children}</PageHeader>
        <div className={layout.row}>
          <ButtonLink to={signup.to} state={opensModal} size="lg">
            {signup.label}
          </ButtonLink>
          <ButtonLink to={paths.educators()} variant="secondary" size="lg">
            See all three ways
          </ButtonLink>
        </div>
      </div>
      {picture}
    </div>
  );
}
