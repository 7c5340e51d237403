import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

const PARAM = 'q';
/** Browsers take only so many changes of an address in a while: it follows when the typing rests. */
const REST_MS = 400;

/** What is searched for: seen at once, and a moment later in the address, so that a search can be sent on. */
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
