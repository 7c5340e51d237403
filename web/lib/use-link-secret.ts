import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The secret behind '#' in a mail's link; null where the address has none. It is taken out of the address at once:
 * there it is seen, shared and kept in the history.
 */
export function useLinkSecret(name: 'token' | 'key'): string | null {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string | null>(null);
  const found = new URLSearchParams(hash.slice(1)).get(name);
  // A second mail's link, opened in the same tab, changes nothing but the hash.
  if (found !== null && found !== secret) setSecret(found);
  useEffect(() => {
    if (hash !== '') void navigate(pathname + search, { replace: true });
  }, [hash, pathname, search, navigate]);
  return secret;
}
