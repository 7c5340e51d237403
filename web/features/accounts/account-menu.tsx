import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { opensModal } from '#web/lib/history-state.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { PersonName } from '#web/ui/person-name.tsx';
import classes from './account-menu.module.css';
import { withLogin } from './login-address.ts';

/** Loaded only for logged-in visitors, to keep the initial view small. */
const loadActions = () => import('./account-actions.tsx');
const AccountActions = lazy(async () => ({ default: (await loadActions()).AccountActions }));

/**
 * The navbar's Login button. After login it greets the user by name, and opens or closes the account's links.
 */
export function AccountMenu() {
  const viewer = trpc.viewer.user.useQuery();
  const [opened, setOpened] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const panel = useId();
  const location = useLocation();
  const navigate = useNavigate();
  const user = viewer.data ?? null;
  const isLoggedIn = user !== null;
  const isOpen = opened && isLoggedIn;

  useEffect(() => {
    // Preload, so that the menu opens without delay, even offline.
    if (isLoggedIn) loadActions().catch(() => {});
  }, [isLoggedIn]);

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) setOpened(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpened(false);
      menu.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [isOpen]);

  return (
    // `data-unknown` makes the menu invisible but keeps its space, so that the navbar doesn't shift.
    <div ref={menu} className={classes.menu} data-unknown={viewer.isPending || undefined}>
      {/* One button for both states, so that focus returns to it after login. */}
      <Button
        variant="secondary"
        aria-haspopup={user === null ? 'dialog' : undefined}
        aria-expanded={user === null ? undefined : isOpen}
        aria-controls={isOpen ? panel : undefined}
        onClick={() => {
          if (user === null) void navigate(withLogin(location), { state: opensModal });
          else setOpened(!opened);
        }}
      >
        <span className={classes.label}>
          {user === null ? (
            'Login'
          ) : (
            <>
              Welcome <PersonName name={user.firstname} />
            </>
          )}
        </span>
      </Button>
      {isOpen ? (
        <div id={panel} className={classes.panel}>
          <Suspense fallback={null}>
            <AccountActions viewer={user} onLeave={() => setOpened(false)} />
          </Suspense>
        </div>
      ) : null}
    </div>
  );
}
