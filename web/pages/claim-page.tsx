import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Claim } from '#web/features/memberships/claim.tsx';
import { paths } from '#web/lib/paths.ts';
import { Page, PageHeader } from '#web/ui/page-header.tsx';

/** /claim#token=…: behind the link of a guest's receipt, or of an employee's invitation. */
export function ClaimPage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string | null>(null);
  const found = new URLSearchParams(hash.slice(1)).get('token');
  // A second mail's link, opened in the same tab, changes nothing but the hash.
  if (found !== null && found !== token) setToken(found);

  useEffect(() => {
    // The secret does not stay in the address, where it is seen, shared and kept in the history.
    if (hash !== '') navigate(paths.claim(), { replace: true });
  }, [hash, navigate]);

  return (
    <Page>
      <PageHeader title="Claim your membership" noindex />
      <Claim key={token} token={token} />
    </Page>
  );
}
