import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { RequireLogin } from '#web/features/accounts/require-login.tsx';
import { PhysicalCard } from '#web/features/checkout/physical-card/physical-card.tsx';
import { Page, PageHeader } from '#web/ui/page-header.tsx';

/** /request/card/{id}: for who is logged in, or by the link of a guest's receipt, #key=… (SPEC section 2, DESIGN D9). */
export function RequestCardPage() {
  const { id = '' } = useParams();
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [key, setKey] = useState<string | null>(null);
  const found = new URLSearchParams(hash.slice(1)).get('key');
  if (found !== null && found !== key) setKey(found);

  useEffect(() => {
    // The secret does not stay in the address, where it is seen, shared and kept in the history.
    if (hash !== '') navigate({ pathname, search }, { replace: true });
  }, [hash, pathname, search, navigate]);

  const isGuest = key !== null || found !== null;
  return (
    <Page>
      <PageHeader title="Request Physical Card" noindex />
      {isGuest ? (
        <PhysicalCard key={`${id} ${key}`} holder={{ id, key }} />
      ) : (
        <RequireLogin>
          <PhysicalCard key={id} holder={{ id, key: null }} />
        </RequireLogin>
      )}
    </Page>
  );
}
