import { memo, useDeferredValue, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { FaqEntry, FaqSection } from '#server/domains/content/faq.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { useLateNavigate } from '#web/lib/late-navigation.ts';
import { useInnerLinks } from '#web/lib/use-inner-links.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CopyLink } from '#web/ui/copy-link.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { RichText } from '#web/ui/published-text.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import classes from './faq.module.css';

interface FaqListProps {
  sections: readonly FaqSection[];
  /** True for search results, whose answers are expanded. */
  opened: boolean;
}

function FaqList({ sections, opened }: FaqListProps) {
  useLinkedAnswer();
  return sections.map(({ id, title, entries }) => (
    <section key={id} className={classes.section} aria-labelledby={`section-${id}`}>
      <h2 id={`section-${id}`}>{title}</h2>
      {entries.map((entry) => (
        <Answer key={entry.id} entry={entry} opened={opened} />
      ))}
    </section>
  ));
}

// Memoized, so that typing a search doesn't render every answer again.
const AnswerText = memo(RichText);

const Answer = memo(function Answer({ entry, opened }: { entry: FaqEntry; opened: boolean }) {
  const { id, question, html } = entry;
  const text = useInnerLinks();
  return (
    <details id={id} open={opened} className={classes.answer}>
      <summary>
        <h3>{question}</h3>
      </summary>
      <div ref={text} className={classes.text}>
        <AnswerText html={html} />
        <CopyLink
          link={() => new URL(paths.faqAnswer(id), window.location.href).href}
          targetName={`the answer to “${question}”`}
        />
      </div>
    </details>
  );
});

/** Expands the answer named in the URL's hash, scrolls to it, and focuses it. */
function useLinkedAnswer() {
  const { hash, key } = useLocation();
  useEffect(() => {
    // location.key changes on every navigation, so following the same link twice works.
    const linkedAnswer = key && hash ? document.getElementById(parseHash(hash)) : null;
    if (!(linkedAnswer instanceof HTMLDetailsElement)) return;
    linkedAnswer.open = true;
    linkedAnswer.scrollIntoView({ block: 'start' });
    linkedAnswer.querySelector('summary')?.focus({ preventScroll: true });
  }, [hash, key]);
}

function parseHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

const PARAM = 'q';
/** Browsers limit how often a page may change its URL, so wait for a pause in typing. */
const TYPING_PAUSE_MS = 400;

/** Keeps the search text in the URL as well, so that a search can be shared. */
function useFaqSearch() {
  const { search } = useLocation();
  const navigate = useLateNavigate();
  const urlSearch = new URLSearchParams(search).get(PARAM) ?? '';
  const [searchText, setSearchText] = useState(urlSearch);

  useEffect(() => {
    if (searchText.trim() === urlSearch) return;
    const timer = setTimeout(() => {
      const trimmedText = searchText.trim();
      const query = trimmedText === '' ? '' : `?${new URLSearchParams({ [PARAM]: trimmedText })}`;
      navigate({ search: query }, { replace: true });
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [searchText, urlSearch, navigate]);

  return { searchText, setSearchText };
}

/** Drops accents, apostrophes, and case. */
function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}’']/gu, '')
    .toLowerCase();
}

/** Keeps the entries whose question and answer together contain every word of the query. */
export function searchFaq(sections: readonly FaqSection[], query: string): FaqSection[] {
  const words = normalize(query).split(/\s+/).filter(Boolean);
  return sections
    .map((section) => ({
      ...section,
      entries: section.entries.filter(({ text }) => {
        const normalizedText = normalize(text);
        return words.every((word) => normalizedText.includes(word));
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}

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
        <div className={layout.centeredRow}>
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
