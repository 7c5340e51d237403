import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

const PARAM = 'q';
/** Browsers limit how often the URL may change, so update it only when the typing pauses. */
const TYPING_PAUSE_MS = 400;

/** The search text. It also goes into the URL, so that a search can be shared. */
export function useFaqSearch() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const urlSearch = new URLSearchParams(search).get(PARAM) ?? '';
  const [searchText, setSearchText] = useState(urlSearch);

  useEffect(() => {
    if (searchText.trim() === urlSearch) return;
    const timer = setTimeout(() => {
      const trimmedText = searchText.trim();
      const query = trimmedText === '' ? '' : `?${new URLSearchParams({ [PARAM]: trimmedText })}`;
      void navigate({ search: query }, { replace: true });
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [searchText, urlSearch, navigate]);

  return { searchText, setSearchText };
}
