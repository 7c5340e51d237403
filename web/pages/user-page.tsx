import { useMemo } from 'react';
import { RequireLogin } from '#web/features/accounts/require-login.tsx';
import { AccountTabs } from '#web/features/memberships/account-tabs.tsx';
import { CardModal } from '#web/features/memberships/card/card-modal.tsx';
import { KeptCardList } from '#web/features/memberships/card/kept-card-list.tsx';
import { readKeptCards } from '#web/features/memberships/card/kept-cards.ts';
import { useUnanswered } from '#web/features/memberships/card/use-unanswered.ts';
import { MembershipsTab } from '#web/features/memberships/memberships-tab.tsx';
import { trpc } from '#web/lib/trpc.ts';
import { Page, PageHeader } from '#web/ui/page-header.tsx';

/** /user, and /user/card/{id} over it, for who is logged in (SPEC section 2, Memberships). */
export function UserPage() {
  const viewer = trpc.viewer.user.useQuery();
  const isUnanswered = useUnanswered(viewer);
  const isUnknown = viewer.data === undefined && isUnanswered;
  const kept = useMemo(() => (isUnknown ? readKeptCards() : []), [isUnknown]);
  return (
    <Page width="wide">
      <PageHeader title="Account Settings and Managment" />
      {kept.length > 0 ? (
        <KeptCardList kept={kept} />
      ) : (
        <RequireLogin>
          {(person) => (
            <AccountTabs current="memberships" viewer={person}>
              <MembershipsTab />
            </AccountTabs>
          )}
        </RequireLogin>
      )}
      {viewer.data || kept.length > 0 ? <CardModal accountId={viewer.data?.id ?? null} kept={kept} /> : null}
    </Page>
  );
}
