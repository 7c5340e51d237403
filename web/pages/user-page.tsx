import { useMemo } from 'react';
import { RequireLogin } from '#web/features/accounts/require-login.tsx';
import { BillingNotice } from '#web/features/billing/billing-notice.tsx';
import { AccountTabs } from '#web/features/memberships/account-tabs.tsx';
import { CardModal } from '#web/features/memberships/card/card-modal.tsx';
import { OfflineCardList } from '#web/features/memberships/card/offline-card-list.tsx';
import { readOfflineCards } from '#web/features/memberships/card/offline-cards.ts';
import { useIsOffline } from '#web/features/memberships/card/use-is-offline.ts';
import { MembershipsTab } from '#web/features/memberships/memberships-tab.tsx';
import { OwnFavorites } from '#web/features/stores/favorites/own-favorites.tsx';
import { trpc } from '#web/lib/trpc.ts';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

export function UserPage() {
  const viewer = trpc.viewer.user.useQuery();
  const isOffline = useIsOffline(viewer);
  const isUnknown = viewer.data === undefined && isOffline;
  const offlineCards = useMemo(() => (isUnknown ? readOfflineCards() : []), [isUnknown]);
  return (
    <Page width="account">
      <PageHeader title="Account Settings and Managment" />
      {offlineCards.length > 0 ? (
        <OfflineCardList cards={offlineCards} />
      ) : (
        <RequireLogin>
          {(person) => (
            <AccountTabs current="memberships" viewer={person}>
              <BillingNotice />
              <MembershipsTab />
              <OwnFavorites isMember={person.hasValidMembership} />
            </AccountTabs>
          )}
        </RequireLogin>
      )}
      {viewer.data || offlineCards.length > 0 ? (
        <CardModal accountId={viewer.data?.id ?? null} offlineCards={offlineCards} />
      ) : null}
    </Page>
  );
}
