import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useLateNavigate } from './late-navigation.ts';
import { useBrowserValue } from './use-browser-value.ts';

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

/**
 * Returns the token of an emailed link that reopens a purchase, or null. Leaves it in the address, because
 * the buyer may have to log in before the purchase is loaded, which then replaces the address.
 */
export function useCompletionToken(): string | null {
  const { hash, search } = useLocation();
  // The server doesn't know it, so the first render must not either.
  const secretPart = useBrowserValue(() => hash, '');
  const read = (params: string) => new URLSearchParams(params).get('complete');
  // Links from older releases have it in the query. They work for three days.
  return read(secretPart.slice(1)) ?? read(search);
}
