import { useLocation, useNavigate } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { readAddress, type SearchAddress, writeAddress } from './search-address.ts';

export function useSearchAddress() {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const address = readAddress(new URLSearchParams(search));
  return {
    address,
    /** Identifies the search, regardless of other parameters in the URL. */
    key: writeAddress(address),
    goToSearch(next: SearchAddress) {
      const newPath = paths.savings(writeAddress(next));
      // Repeating a search adds no history entry.
      void navigate(newPath, { replace: newPath === pathname + search });
    },
  };
}
