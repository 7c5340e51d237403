import { paths } from '#server/lib/pages.shared.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from '../business-plans/own-plan.module.css';

/**
 * Promotes employee cards on the Business page. Shown only to owners who have cards or may buy fewer than the
 * minimum.
 */
export function EmployeeCards() {
  const { data: ownCompany } = trpc.corporate.company.useQuery();
  if (ownCompany === undefined || !(ownCompany.minimumWaived || ownCompany.hasCards)) return null;
  return (
    <section aria-label="Employee memberships" className={layout.endedSection}>
      <Notice title="Memberships for your employees">
        <p>
          {ownCompany.hasCards
            ? 'See your employees’ cards, replace one, or add more on your company page.'
            : 'With your business plan, you can buy cards for as few employees as you like.'}
        </p>
        <div className={`${layout.row} ${classes.choice}`}>
          {ownCompany.hasCards ? (
            <ButtonLink to={paths.company()} variant="secondary">
              Go to your company page
            </ButtonLink>
          ) : (
            <ButtonLink to={paths.buyCorporate()} variant="secondary">
              Create employee memberships
            </ButtonLink>
          )}
        </div>
      </Notice>
    </section>
  );
}
