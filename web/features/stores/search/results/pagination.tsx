import { paths } from '#server/site/pages.shared.ts';
import { PageLinks } from '#web/ui/page/page-links.tsx';
import { type SearchAddress, writeAddress } from '../search-address.ts';

interface PaginationProps {
  address: SearchAddress;
  lastPage: number;
  onPage(next: SearchAddress): void;
}

/** Links to the pages of the results, each with the complete search in its URL. */
export function Pagination({ address, lastPage, onPage }: PaginationProps) {
  const linkToPage = (page: number) => {
    const next = { ...address, page };
    return { to: paths.savings(writeAddress(next)), onClick: () => onPage(next) };
  };
  return <PageLinks page={address.page} lastPage={lastPage} linkToPage={linkToPage} />;
}
