import { Link, type LinkProps } from 'react-router';
import { pageNumbers } from '../page-numbers.ts';
import classes from './page-links.module.css';

interface PageLinksProps {
  page: number;
  last: number;
  at(number: number): Pick<LinkProps, 'to' | 'onClick'>;
}

const formatNumber = (number: number) => number.toLocaleString('en-US');

/** Pagination. Uses links, so that a page can be opened in a new tab. */
export function PageLinks({ page, last, at }: PageLinksProps) {
  if (last < 2) return null;
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
        {pageNumbers(page, last).map((number, index) =>
          number === null ? (
            <li key={index < 3 ? 'before' : 'after'} aria-hidden="true" className={classes.gap}>
              …
            </li>
          ) : (
            <li key={number}>
              <Link
                {...at(number)}
                aria-label={`Page ${formatNumber(number)}`}
                aria-current={number === page ? 'page' : undefined}
              >
                {formatNumber(number)}
              </Link>
            </li>
          ),
        )}
      </ol>
      <span className={classes.place} aria-hidden="true">
        {formatNumber(page)} of {formatNumber(last)}
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
