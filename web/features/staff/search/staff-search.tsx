import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { SearchHit } from '#server/staff/search/staff-search.schema.ts';
import { toFailure } from '#web/lib/errors.ts';
import { useLateNavigate } from '#web/lib/late-navigation.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useReturnedFocus } from '#web/ui/dialogs/use-returned-focus.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import layout from '#web/ui/styles/layout.module.css';
import kit from '../kit/staff.module.css';
import classes from './staff-search.module.css';
import '#web/ui/styles/mantine-rest.css';

const KINDS: Record<SearchHit['kind'], string> = {
  member: 'Member',
  membership: 'Membership',
  purchase: 'Purchase',
  business: 'Business',
  affiliate: 'Affiliate',
};

interface SearchHitsProps {
  hits: readonly SearchHit[];
  list: RefObject<HTMLUListElement | null>;
  onLeave(): void;
}

/** Lists links to the search results. The arrow keys move between them. */
function SearchHits({ hits, list, onLeave }: SearchHitsProps) {
  function onKeyDown(event: KeyboardEvent<HTMLAnchorElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    links[links.indexOf(event.currentTarget) + step]?.focus();
  }

  return (
    <ul ref={list} className={`${layout.plainList} ${classes.hits}`} aria-label="Results">
      {hits.map(({ kind, title, detail, path }) => (
        <li key={path}>
          <Link to={path} onClick={onLeave} onKeyDown={onKeyDown}>
            <span className={classes.kind}>{KINDS[kind]}</span>
            <strong>{title}</strong>
            <span className={classes.detail}>{detail}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const TYPING_MS = 150;

/** The console's search box. Cmd+K or Ctrl+K opens it on every page, even while a field has focus. */
export function StaffSearch() {
  const [isOpen, setIsOpen] = useState(false);
  useHotkeys([['mod+K', () => setIsOpen(true)]], []);
  // Replaces the modal's own focus return, which would take focus from a page that a result opened.
  useReturnedFocus(isOpen);
  return (
    <>
      <button
        type="button"
        className={classes.open}
        aria-keyshortcuts="Meta+K Control+K"
        onClick={() => setIsOpen(true)}
      >
        Search <kbd>{/Mac/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title="Search"
        size="lg"
        returnFocus={false}
        classNames={{ title: kit.dialogTitle }}
      >
        <SearchForm onLeave={() => setIsOpen(false)} />
      </Modal>
    </>
  );
}

function SearchForm({ onLeave }: { onLeave(): void }) {
  const navigate = useLateNavigate();
  const hits = useRef<HTMLUListElement>(null);
  const [input, setInput] = useState('');
  // People press Enter before the results arrive. Once they arrive, the first one opens.
  const [opensFirst, setOpensFirst] = useState(false);
  const text = input.trim();
  const [searchedText] = useDebouncedValue(text, TYPING_MS);
  const { data, error, isPlaceholderData } = trpc.staff.search.find.useQuery(
    { text: searchedText },
    { enabled: searchedText !== '', placeholderData: (last) => last },
  );
  const results = text === '' || searchedText === '' ? undefined : data;
  const isCurrent = searchedText === text && !isPlaceholderData;
  const firstResult = isCurrent ? results?.[0] : undefined;

  useEffect(() => {
    if (!opensFirst || firstResult === undefined) return;
    setOpensFirst(false);
    onLeave();
    navigate(firstResult.path);
  }, [opensFirst, firstResult, onLeave, navigate]);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') setOpensFirst(true);
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    hits.current?.querySelector('a')?.focus();
  }

  return (
    <div className={classes.search}>
      <TextInput
        data-autofocus
        type="search"
        label="What are you looking for?"
        description="A name, email, membership ID, receipt, business, reference code, or Stripe ID"
        value={input}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        onChange={({ currentTarget }) => {
          setInput(currentTarget.value);
          setOpensFirst(false);
        }}
        onKeyDown={onKeyDown}
      />
      {error ? <ErrorBox message={toFailure(error).message} /> : null}
      <p role="status" className={classes.count}>
        {results && isCurrent ? describeCount(results.length) : ''}
      </p>
      {results && results.length > 0 ? <SearchHits hits={results} list={hits} onLeave={onLeave} /> : null}
    </div>
  );
}

function describeCount(count: number): string {
  if (count === 0) return 'Nothing found. Type the start of a name.';
  return count === 1 ? '1 result' : `${count} results`;
}
