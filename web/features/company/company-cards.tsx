import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { COMPANY_CARDS_PER_PAGE } from '#server/domains/memberships/company/company.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { PageLinks } from '#web/ui/page/page-links.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import ownClasses from '../business-plans/own-plan.module.css';
import classes from './company.module.css';
import { CompanyCardItem } from './company-card-item.tsx';
import { useCompanySearchParams } from './company-search-params.ts';
import { FindCard } from './find-card.tsx';

interface CompanyCardsProps {
  canChange: boolean;
  canRemove: boolean;
}

/** Lists the employees' cards. `?page=` selects the page, and `?find=` searches. */
export function CompanyCards({ canChange, canRemove }: CompanyCardsProps) {
  const { page, find, addLink } = useCompanySearchParams();
  const heading = useRef<HTMLHeadingElement>(null);
  const previousPage = useRef(page);
  const cards = trpc.corporate.cards.useQuery({ page, search: find }, { placeholderData: keepPreviousData });

  useEffect(() => {
    if (previousPage.current !== page) heading.current?.focus();
    previousPage.current = page;
  }, [page]);

  return (
    <section aria-labelledby="company-cards" className={ownClasses.section}>
      <h2 id="company-cards" ref={heading} tabIndex={-1} className={classes.heading}>
        Your employees’ cards
      </h2>
      <div className={classes.tools}>
        {canChange ? <ButtonLink {...addLink()}>Add cards</ButtonLink> : null}
        <CardDownloads />
      </div>
      <FindCard />
      {cards.isPending ? <Skeleton heights={['6rem', '6rem', '6rem']} /> : null}
      {cards.isError ? (
        <ErrorBox message={toFailure(cards.error).message} onRetry={() => void cards.refetch()} />
      ) : null}
      {cards.data ? <CardList {...cards.data} canChange={canChange} canRemove={canRemove} /> : null}
    </section>
  );
}

function CardDownloads() {
  return (
    <p className={classes.files}>
      <a href={paths.companyCardsFile()} target="_blank" rel="noopener">
        Print the cards without an email
      </a>
      <a href={paths.companyCardsFile('all')} target="_blank" rel="noopener">
        Print all cards
      </a>
      <a href={paths.companyCardsList()} download>
        Download all as CSV
      </a>
    </p>
  );
}

type ListProps = RouterOutputs['corporate']['cards'] & CompanyCardsProps;

function CardList({ count, cards, canChange, canRemove }: ListProps) {
  const { page, find, pageLink } = useCompanySearchParams();
  if (cards.length === 0) {
    return count === 0 ? (
      <EmptyState headingLevel={3} title={find === '' ? 'There are no cards' : 'No matches'}>
        {find === '' ? null : 'Search for part of a name, an email address, or a membership ID.'}
      </EmptyState>
    ) : (
      <EmptyState
        headingLevel={3}
        title="There aren’t that many pages"
        action={<ButtonLink to={pageLink(1)}>Go to the first page</ButtonLink>}
      />
    );
  }
  const lastPage = Math.ceil(count / COMPANY_CARDS_PER_PAGE);
  return (
    <>
      <ul className={classes.cards}>
        {cards.map((card) => (
          <CompanyCardItem key={card.id} card={card} canChange={canChange} canRemove={canRemove} />
        ))}
      </ul>
      <PageLinks page={page} lastPage={lastPage} linkToPage={(number) => ({ to: pageLink(number) })} />
    </>
  );
}
