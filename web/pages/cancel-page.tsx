import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { GuestCancellation } from '#web/features/checkout/guest-cancellation.tsx';
import { paths } from '#web/lib/paths.ts';
import { Page, PageHeader } from '#web/ui/page-header.tsx';

/** /cancel#key=…: behind the link of a guest's receipt. */
export function CancelPage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [key, setKey] = useState<string | null>(null);
  const found = new URLSearchParams(hash.slice(1)).get('key');
  if (found !== null && found !== key) setKey(found);

  useEffect(() => {
    // The secret does not stay in the address, where it is seen, shared and kept in the history.
    if (hash !== '') navigate(paths.cancel(), { replace: true });
  }, [hash, navigate]);

  return (
    <Page>
      <PageHeader title="Cancel Membership" noindex />
      <GuestCancellation membershipKey={key} />
    </Page>
  );
}
