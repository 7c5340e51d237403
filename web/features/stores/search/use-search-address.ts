import { useLocation, useNavigate } from 'react-router';
import { paths } from '#server/site/pages.shared.ts';
import { readAddress, type SearchAddress, writeAddress } from './search-address.ts';

/** The search that the address bar names, and the way to another one. */
export function useSearchAddress() {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const address = readAddress(new URLSearchParams(search));
  return {
    address,
    /** The same for the same search, whatever else stands in the address. */
    key: writeAddress(address),
    go(next: SearchAddress) {
      const to = paths.savings(writeAddress(next));
      // Asking for the same again is no new entry for Back to pass through.
      void navigate(to, { replace: to === pathname + search });
    },
  };
}
