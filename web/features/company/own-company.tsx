import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { AddCardsModal } from './add-cards-modal.tsx';
import { CompanyCards } from './company-cards.tsx';
import type { CompanyData } from './company-data.ts';
import { CompanyPlan } from './company-plan.tsx';
import { EditCompanyModal } from './edit-company.tsx';
import { ReplaceModal } from './replace-modal.tsx';

/** Shows the company's plan and its employees' cards (D31). */
export function OwnCompany() {
  const ownCompany = trpc.corporate.company.useQuery();
  if (ownCompany.data === undefined) {
    if (!ownCompany.isError) return <Skeleton heights={['2.25rem', '22rem', '2.25rem', '18rem']} />;
    return (
      <ErrorBox message={toFailure(ownCompany.error).message} onRetry={() => void ownCompany.refetch()} />
    );
  }
  const { company, plan } = ownCompany.data;
  if (company === null || plan === null) return <NoCards company={ownCompany.data} />;
  return (
    <>
      <CompanyPlan company={company} plan={plan} counts={ownCompany.data.counts} />
      <CompanyCards canChange={plan.canChange} canRemove={plan.canRemove} />
      <ReplaceModal />
      <EditCompanyModal company={company} />
      <AddCardsModal company={company} canChange={plan.canChange} />
    </>
  );
}

function NoCards({ company }: { company: CompanyData }) {
  return (
    <EmptyState
      title="Your company has no cards yet"
      action={
        <ButtonLink to={paths.buyCorporate()}>
          {company.company === null ? 'Buy corporate cards' : 'Continue your purchase'}
        </ButtonLink>
      }
    >
      Buy membership cards for your employees. You can then see them all here, replace an employee, and add
      cards.
      {company.minimumWaived ? ' With your business plan you can buy as few as you like.' : null}
    </EmptyState>
  );
}
