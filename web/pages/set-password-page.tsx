import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { NewPassword } from '#web/features/accounts/new-password.tsx';
import { paths } from '#web/lib/paths.ts';
import { Page, PageHeader } from '#web/ui/page-header.tsx';

/** /setpassword#token=…: behind the link of a password reset mail. */
export function SetPasswordPage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string | null>(null);
  const found = new URLSearchParams(hash.slice(1)).get('token');
  // A second mail's link, opened in the same tab, changes nothing but the hash.
  if (found !== null && found !== token) setToken(found);

  useEffect(() => {
    // The secret does not stay in the address, where it is seen, shared and kept in the history.
    if (hash !== '') navigate(paths.setPassword(), { replace: true });
  }, [hash, navigate]);

  return (
    <Page>
      <PageHeader title="Choose a new password" noindex />
      <NewPassword key={token} token={token} />
    </Page>
  );
}
