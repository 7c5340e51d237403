import { TextInput } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { COMPANY_CARDS_PER_PAGE } from '#server/domains/memberships/company/company.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { PageLinks } from '#web/ui/page/page-links.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from './company.module.css';
import { CompanyCardItem } from './company-card-item.tsx';
import { useCompanySearchParams } from './company-search-params.ts';
import '#web/ui/styles/mantine-rest.css';

/** Searches the company's cards by name, email address, or number. */
function FindCard() {
  const { find, searchCards } = useCompanySearchParams();
  const [searchText, setSearchText] = useState(find);
  const [lastFind, setLastFind] = useState(find);
  // Back and Forward change the search in the URL, so update the field.
  if (lastFind !== find) {
    setLastFind(find);
    setSearchText(find);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    searchCards(searchText.trim());
  }

  return (
    <form className={classes.find} onSubmit={submit}>
      <TextInput
        label="Find an employee"
        type="search"
        size="md"
        maxLength={100}
        autoComplete="off"
        value={searchText}
        onChange={(event) => {
          setSearchText(event.currentTarget.value);
          // The field's clear button also fires this event, and should reset the search immediately.
          if (event.currentTarget.value === '') searchCards('');
        }}
      />
      <Button type="submit" variant="secondary">
        Find
      </Button>
    </form>
  );
}

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
    <section aria-labelledby="company-cards" className={layout.endedSection}>
      <h2 id="company-cards" ref={heading} tabIndex={-1} className={classes.heading}>
        Your employees’ cards
      </h2>
      <div className={classes.tools}>
        {canChange ? <ButtonLink {...addLink()}>Add cards</ButtonLink> : null}
        <CardDownloads canPrint={canChange} />
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

/** Cards that can't be used aren't printed. */
function CardDownloads({ canPrint }: { canPrint: boolean }) {
  return (
    <p className={`${layout.touchLinks} ${classes.files}`}>
      {canPrint ? (
        <>
          <a href={paths.companyCardsFile()} target="_blank" rel="noopener">
            Print the cards without an email
          </a>
          <a href={paths.companyCardsFile('all')} target="_blank" rel="noopener">
            Print all cards
          </a>
        </>
      ) : null}
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
      <ul className={`${layout.plainList} ${classes.cards}`}>
        {cards.map((card) => (
          <CompanyCardItem key={card.id} card={card} canChange={canChange} canRemove={canRemove} />
        ))}
      </ul>
      <PageLinks page={page} lastPage={lastPage} linkToPage={(number) => ({ to: pageLink(number) })} />
    </>
  );
}
