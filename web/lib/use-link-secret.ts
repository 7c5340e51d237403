import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useLateNavigate } from './late-navigation.ts';

/**
 * Reads the secret after '#' in an emailed link, then removes it from the address, which people share and
 * browsers remember.
 */
export function useLinkSecret(name: 'token' | 'key'): string | null {
  const { hash, pathname, search } = useLocation();
  const navigate = useLateNavigate();
  const [secret, setSecret] = useState<string | null>(null);
  const secretInHash = new URLSearchParams(hash.slice(1)).get(name);
  // Opening a second link in the same tab changes only the hash.
  if (secretInHash !== null && secretInHash !== secret) setSecret(secretInHash);
  useEffect(() => {
    if (hash !== '') navigate(pathname + search, { replace: true });
  }, [hash, pathname, search, navigate]);
  return secret;
}
