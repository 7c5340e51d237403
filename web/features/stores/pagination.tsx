import { Link } from 'react-router';
import { paths } from '#web/lib/paths.ts';
import { pageNumbers } from './page-numbers.ts';
import classes from './pagination.module.css';
import { type SearchAddress, writeAddress } from './search-address.ts';
import { figure } from './words.ts';

interface PaginationProps {
  address: SearchAddress;
  last: number;
  onPage(next: SearchAddress): void;
}

/** Links, so that a page can be opened beside this one. */
export function Pagination({ address, last, onPage }: PaginationProps) {
  if (last < 2) return null;
  const { page } = address;
  const at = (number: number) => {
    const next = { ...address, page: number };
    return { to: paths.savings(writeAddress(next)), onClick: () => onPage(next) };
  };
  return (
    <nav aria-label="Pages" className={classes.pages}>
      {page > 1 ? (
        <Link {...at(page - 1)} rel="prev" className={classes.step}>
          Previous
        </Link>
      ) : (
        <span aria-hidden="true" className={classes.step} data-off>
          Previous
        </span>
      )}
      <ol className={classes.numbers}>
        {pageNumbers(page, last).map((number, place) =>
          number === null ? (
            <li key={place < 3 ? 'before' : 'after'} aria-hidden="true" className={classes.gap}>
              …
            </li>
          ) : (
            <li key={number}>
              <Link
                {...at(number)}
                aria-label={`Page ${figure(number)}`}
                aria-current={number === page ? 'page' : undefined}
              >
                {figure(number)}
              </Link>
            </li>
          ),
        )}
      </ol>
      <span className={classes.place} aria-hidden="true">
        {figure(page)} of {figure(last)}
      </span>
      {page < last ? (
        <Link {...at(page + 1)} rel="next" className={classes.step}>
          Next
        </Link>
      ) : (
        <span aria-hidden="true" className={classes.step} data-off>
          Next
        </span>
      )}
    </nav>
  );
}
