import { useDeferredValue } from 'react';
import { Link } from 'react-router';
import type { FaqSection } from '#server/domains/content/faq.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import classes from './faq.module.css';
import { FaqList } from './faq-list.tsx';
import { searchFaq } from './faq-search.ts';
import { useFaqSearch } from './use-faq-search.ts';

export function Faq({ sections }: { sections: readonly FaqSection[] }) {
  const { searchText, setSearchText } = useFaqSearch();
  // Deferred, so that typing doesn't lag on slow phones.
  const deferredSearch = useDeferredValue(searchText);
  const isSearch = deferredSearch.trim() !== '';
  const foundSections = searchFaq(sections, deferredSearch);
  const count = foundSections.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <>
      <form className={classes.search} onSubmit={(event) => event.preventDefault()}>
        <label htmlFor="faq-search">Search the answers</label>
        <input
          id="faq-search"
          type="search"
          value={searchText}
          onChange={(event) => setSearchText(event.currentTarget.value)}
          autoComplete="off"
          maxLength={100}
        />
      </form>
      <VisuallyHidden>
        <span role="status">{isSearch ? describeAnswerCount(count) : null}</span>
      </VisuallyHidden>
      {isSearch ? null : <SectionLinks sections={sections} />}
      {count > 0 ? (
        <FaqList sections={foundSections} opened={isSearch} />
      ) : (
        <NothingFound onShowAll={() => setSearchText('')} />
      )}
    </>
  );
}

function describeAnswerCount(count: number): string {
  if (count === 0) return 'No answers found';
  return count === 1 ? '1 answer found' : `${count} answers found`;
}

function SectionLinks({ sections }: { sections: readonly FaqSection[] }) {
  return (
    <nav aria-label="Topics" className={classes.topics}>
      {sections.map(({ id, title }) => (
        <a key={id} href={`#section-${id}`}>
          {title}
        </a>
      ))}
    </nav>
  );
}

function NothingFound({ onShowAll }: { onShowAll(): void }) {
  return (
    <EmptyState
      title="No answers match"
      action={
        <div className={classes.actions}>
          <Button onClick={onShowAll}>Show all questions</Button>
          <ButtonLink to={paths.contact()} variant="secondary">
            Ask us
          </ButtonLink>
        </div>
      }
    >
      Try fewer or different words.
    </EmptyState>
  );
}

export function MoreQuestions() {
  return (
    <p className={classes.more}>
      Don’t see your question? <Link to={paths.contact()}>Write to us</Link>.
    </p>
  );
}
