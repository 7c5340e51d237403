import { type MouseEvent, type ReactNode, useState } from 'react';
import { type Failure, toFailure } from '#web/lib/errors.ts';
import { startDownload } from '#web/lib/save-file.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { usePasskeyRetry } from '../access/passkey-browser.ts';
import { useStaffClient } from './staff-client.ts';

interface StaffFileLinkProps {
  href: string;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A link to a file that requires a recent passkey. The browser shows nothing useful if such a download is
 * refused, so the link asks for the passkey before it starts.
 */
export function StaffFileLink({ href, className, children }: StaffFileLinkProps) {
  const { passkeys } = useStaffClient().accounts;
  const withPasskey = usePasskeyRetry();
  const [failure, setFailure] = useState<Failure | null>(null);

  async function download(event: MouseEvent) {
    event.preventDefault();
    setFailure(null);
    try {
      await withPasskey(() => passkeys.confirm.mutate());
      startDownload(href);
    } catch (error) {
      setFailure(toFailure(error));
    }
  }

  return (
    <>
      <a className={className} href={href} download onClick={(event) => void download(event)}>
        {children}
      </a>
      {failure === null ? null : <ErrorBox message={failure.message} focus />}
    </>
  );
}
