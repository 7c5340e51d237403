import { useParams } from 'react-router';
import { RequireLogin } from '#web/features/accounts/require-login.tsx';
import { PhysicalCard } from '#web/features/memberships/physical-card/physical-card.tsx';
import { useLinkSecret } from '#web/lib/use-link-secret.ts';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

/** A guest has no login, so the link in the receipt carries a key after '#' (D9). */
export function RequestCardPage() {
  const { id = '' } = useParams();
  const key = useLinkSecret('key');
  return (
    <Page>
      <PageHeader title="Request Physical Card" />
      {key !== null ? (
        <PhysicalCard key={`${id} ${key}`} holder={{ id, key }} />
      ) : (
        <RequireLogin>
          <PhysicalCard key={id} holder={{ id, key: null }} />
        </RequireLogin>
      )}
    </Page>
  );
}
