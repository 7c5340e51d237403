import { Link, type LinkProps } from 'react-router';
import classes from './page-links.module.css';

/**
 * Returns the page numbers to link to: the first, the last, and those around the current page. Null marks a
 * gap.
 */
export function listPageNumbers(page: number, lastPage: number): (number | null)[] {
  const candidates = [1, page - 1, page, page + 1, lastPage].filter(
    (number) => number >= 1 && number <= lastPage,
  );
  const sortedNumbers = [...new Set(candidates)].sort((a, b) => a - b);
  return sortedNumbers.flatMap((number, index) => {
    const gap = number - (sortedNumbers[index - 1] ?? 0);
    if (gap === 2) return [number - 1, number];
    return gap > 2 ? [null, number] : [number];
  });
}

interface PageLinksProps {
  page: number;
  lastPage: number;
  linkToPage(number: number): Pick<LinkProps, 'to' | 'onClick'>;
}

const formatNumber = (number: number) => number.toLocaleString('en-US');

/** Pagination with real links, so that a visitor can open a page in a new tab. */
export function PageLinks({ page, lastPage, linkToPage }: PageLinksProps) {
  if (lastPage < 2) return null;
  return (
    <nav aria-label="Pages" className={classes.pages} data-print="hide">
      {page > 1 ? (
        <Link {...linkToPage(page - 1)} rel="prev" className={classes.step}>
          Previous
        </Link>
      ) : (
        <span aria-hidden="true" className={classes.step} data-off>
          Previous
        </span>
      )}
      <ol className={classes.numbers}>
        {listPageNumbers(page, lastPage).map((number, index) =>
          number === null ? (
            <li key={index < 3 ? 'before' : 'after'} aria-hidden="true" className={classes.gap}>
              …
            </li>
          ) : (
            <li key={number}>
              <Link
                {...linkToPage(number)}
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
        {formatNumber(page)} of {formatNumber(lastPage)}
      </span>
      {page < lastPage ? (
        <Link {...linkToPage(page + 1)} rel="next" className={classes.step}>
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
