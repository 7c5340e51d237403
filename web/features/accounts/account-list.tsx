import { useLocation, useNavigate } from 'react-router';
import { opensModal } from '#web/lib/history-state.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { AccountActions } from './account-actions.tsx';
import { withLogin } from './login-address.ts';

/** Replaces AccountMenu in the mobile menu. */
export function AccountList({ onLeave }: { onLeave(): void }) {
  const viewer = trpc.viewer.user.useQuery();
  const location = useLocation();
  const navigate = useNavigate();
  if (viewer.isPending) return null;
  if (viewer.data) return <AccountActions viewer={viewer.data} onLeave={onLeave} />;
  return (
    <Button
      variant="secondary"
      aria-haspopup="dialog"
      fullWidth
      onClick={() => {
        onLeave();
        void navigate(withLogin(location), { state: opensModal });
      }}
    >
      Login
    </Button>
  );
}
