import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { Profile } from '#web/features/accounts/profile/profile.tsx';
import { RequireLogin } from '#web/features/accounts/require-login.tsx';
import { AccountTabs } from '#web/features/memberships/account-tabs.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

/** Moves focus to the notice, because the form that had it is gone. */
const focusOnce = (notice: HTMLElement | null) => notice?.focus();

export function ProfilePage() {
  const [isDeleted, setIsDeleted] = useState(false);
  return (
    <Page width="account">
      <PageHeader title="Account Settings and Managment" />
      {isDeleted ? (
        <div tabIndex={-1} ref={focusOnce}>
          <Notice tone="success" title="Your account is deleted">
            You’re logged out everywhere. We sent you one last email about it.{' '}
            <Link to={paths.home()}>Go to the home page</Link>
          </Notice>
        </div>
      ) : (
        <RequireLogin>
          {(viewer) => (
            <AccountTabs current="profile" viewer={viewer}>
              <Profile onDeleted={() => setIsDeleted(true)} />
            </AccountTabs>
          )}
        </RequireLogin>
      )}
    </Page>
  );
}
