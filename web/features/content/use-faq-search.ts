import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

const PARAM = 'q';
/** Browsers limit how often the URL may change, so update it only when the typing pauses. */
const REST_MS = 400;

/** The search text. It also goes into the URL, so that a search can be shared. */
export function useFaqSearch() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const inAddress = new URLSearchParams(search).get(PARAM) ?? '';
  const [typed, setTyped] = useState(inAddress);

  useEffect(() => {
    if (typed.trim() === inAddress) return;
    const timer = setTimeout(() => {
      const words = typed.trim();
      const query = words === '' ? '' : `?${new URLSearchParams({ [PARAM]: words })}`;
      void navigate({ search: query }, { replace: true });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [typed, inAddress, navigate]);

  return { typed, setTyped };
}
