import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { trpc } from '#web/lib/trpc.ts';
import { isLoginRequested, withoutLogin } from './login-address.ts';

export const loadLoginModal = () => import('./login-modal.tsx');
const LoginModal = lazy(async () => ({ default: (await loadLoginModal()).LoginModal }));

/** Shows the login modal if the URL requests it and nobody is logged in. Loads its code only then. */
export function LoginModalSlot() {
  const location = useLocation();
  const viewer = trpc.viewer.user.useQuery();
  const opened = isLoginRequested(location) && viewer.data === null;
  const [wasOpened, setWasOpened] = useState(false);
  if (opened && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <LoginModal opened={opened} closePath={withoutLogin(location)} />
    </Suspense>
  );
}
