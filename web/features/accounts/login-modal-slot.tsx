import { useLocation } from 'react-router';
import { trpc } from '#web/lib/trpc.ts';
import { lazyModal } from '#web/ui/dialogs/lazy-modal.tsx';
import { isLoginRequested, withoutLogin } from './login-address.ts';

export const LoginModal = lazyModal(async () => (await import('./login-modal.tsx')).LoginModal);

/** Shows the login modal if the URL requests it and nobody is logged in. */
export function LoginModalSlot() {
  const location = useLocation();
  const viewer = trpc.viewer.user.useQuery();
  const opened = isLoginRequested(location) && viewer.data === null;
  return <LoginModal opened={opened} closePath={withoutLogin(location)} />;
}
