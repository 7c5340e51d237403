import { paths } from '#server/lib/pages.shared.ts';
import { PageLinks } from '#web/ui/page/page-links.tsx';
import { type SearchAddress, writeAddress } from '../search-address.ts';

interface PaginationProps {
  address: SearchAddress;
  lastPage: number;
  onPage(next: SearchAddress): void;
}

/** Every link contains the complete search, so that it can be shared or opened in a new tab. */
export function Pagination({ address, lastPage, onPage }: PaginationProps) {
  const linkToPage = (page: number) => {
    const next = { ...address, page };
    return { to: paths.savings(writeAddress(next)), onClick: () => onPage(next) };
  };
  return <PageLinks page={address.page} lastPage={lastPage} linkToPage={linkToPage} />;
}
