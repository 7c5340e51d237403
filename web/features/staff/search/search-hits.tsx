import type { KeyboardEvent, RefObject } from 'react';
import { Link } from 'react-router';
import type { SearchHit } from '#server/staff/search/staff-search.schema.ts';
import classes from './staff-search.module.css';

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
export function SearchHits({ hits, list, onLeave }: SearchHitsProps) {
  function onKeyDown(event: KeyboardEvent<HTMLAnchorElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    links[links.indexOf(event.currentTarget) + step]?.focus();
  }

  return (
    <ul ref={list} className={classes.hits} aria-label="Results">
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
