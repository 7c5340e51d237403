import { useParams } from 'react-router';
import { InvalidId, PasswordResetSender } from '#web/features/accounts/password-reset-sender.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

/** Sends the account with this id an email with a link to set a new password. */
export function ResetPasswordPage() {
  const { id } = useParams();
  return (
    <Page>
      <PageHeader title="Reset password" />
      {id === undefined ? <InvalidId /> : <PasswordResetSender key={id} id={id} />}
    </Page>
  );
}
