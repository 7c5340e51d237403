import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { opensModal } from '#web/lib/history-state.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './account-menu.module.css';
import { withLogin } from './login-address.ts';

/** Fetched once it is known that somebody is logged in: a first view is without it. */
const loadActions = () => import('./account-actions.tsx');
const AccountActions = lazy(async () => ({ default: (await loadActions()).AccountActions }));

/** The navbar's Account menu: Login, or Welcome with what an account can do (SPEC section 2). */
export function AccountMenu() {
  const viewer = trpc.viewer.user.useQuery();
  const [opened, setOpened] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const panel = useId();
  const location = useLocation();
  const navigate = useNavigate();
  const person = viewer.data ?? null;
  const isLoggedIn = person !== null;
  const shown = opened && isLoggedIn;

  useEffect(() => {
    // Before it is asked for: the menu opens without a wait, and without a signal.
    if (isLoggedIn) loadActions().catch(() => {});
  }, [isLoggedIn]);

  useEffect(() => {
    if (!shown) return;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) setOpened(false);
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpened(false);
      menu.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [shown]);

  return (
    // Until it is known who is here, the place is kept and nothing is promised.
    <div ref={menu} className={classes.menu} data-unknown={viewer.isPending || undefined}>
      {/* One button for both states, so that the focus comes back to it after a login. */}
      <Button
        variant="secondary"
        aria-haspopup={person === null ? 'dialog' : undefined}
        aria-expanded={person === null ? undefined : shown}
        aria-controls={shown ? panel : undefined}
        onClick={() => {
          if (person === null) void navigate(withLogin(location), { state: opensModal });
          else setOpened(!opened);
        }}
      >
        <span className={classes.label}>{person === null ? 'Login' : `Welcome ${person.firstname}`}</span>
      </Button>
      {shown ? (
        <div id={panel} className={classes.panel}>
          <Suspense fallback={null}>
            <AccountActions viewer={person} onLeave={() => setOpened(false)} />
          </Suspense>
        </div>
      ) : null}
    </div>
  );
}
