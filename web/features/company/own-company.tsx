import { paths } from '#server/site/pages.shared.ts';
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
import { ReplaceModal } from './replace-modal.tsx';

/** The company's plan and its employees' cards (D31). */
export function OwnCompany() {
  const own = trpc.corporate.company.useQuery();
  if (own.data === undefined) {
    if (!own.isError) return <Skeleton heights={['2.25rem', '22rem', '2.25rem', '18rem']} />;
    return <ErrorBox message={toFailure(own.error).message} onRetry={() => void own.refetch()} />;
  }
  const { company, plan } = own.data;
  if (company === null || plan === null) return <NoCards own={own.data} />;
  return (
    <>
      <CompanyPlan company={company} plan={plan} counts={own.data.counts} />
      <CompanyCards canChange={plan.canChange} />
      <ReplaceModal />
      <AddCardsModal company={company} canChange={plan.canChange} />
    </>
  );
}

function NoCards({ own }: { own: CompanyData }) {
  return (
    <EmptyState
      title="Your company has no cards yet"
      action={
        <ButtonLink to={paths.buyCorporate()}>
          {own.company === null ? 'Buy corporate cards' : 'Go on with your purchase'}
        </ButtonLink>
      }
    >
      Buy membership cards for your employees. Here you see them all, replace an employee and add cards.
      {own.minimumWaived ? ' With your business plan you can buy as few as you like.' : null}
    </EmptyState>
  );
}
