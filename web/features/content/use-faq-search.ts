import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useLateNavigate } from '#web/lib/late-navigation.ts';

const PARAM = 'q';
/** Browsers limit how often a page may change its URL, so wait for a pause in typing. */
const TYPING_PAUSE_MS = 400;

/** Keeps the search text in the URL as well, so that a search can be shared. */
export function useFaqSearch() {
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
