import { type RefObject, useEffect } from 'react';
import { Link } from 'react-router';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { Button } from '#web/ui/button.tsx';
import parts from '#web/ui/styles/parts.module.css';
import classes from './account-menu.module.css';
import { BackofficeLink } from './backoffice-link.tsx';
import { hasBusiness } from './backoffice-target.ts';
import { useLogout } from './use-session.ts';

interface AccountActionsProps {
  viewer: Viewer;
  /** Called on navigation and after logout, so that the surrounding menu can close. */
  onLeave: () => void;
}

interface AccountPanelProps extends AccountActionsProps {
  /** The menu with its button. The panel closes when the pointer or the focus leaves it. */
  menu: RefObject<HTMLElement | null>;
}

/** The actions in the navbar's menu. */
export function AccountPanel({ menu, onLeave, viewer }: AccountPanelProps) {
  useEffect(() => {
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) onLeave();
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      onLeave();
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
  }, [menu, onLeave]);

  return <AccountActions viewer={viewer} onLeave={onLeave} />;
}

export function AccountActions({ viewer, onLeave }: AccountActionsProps) {
  const logout = useLogout();
  return (
    <div className={classes.actions}>
      <p className={classes.person}>
        Welcome {viewer.firstname}
        <span className={parts.detail}>{viewer.email}</span>
      </p>
      {viewer.accountType > 0 ? <BackofficeLink onLeave={onLeave}>Open Backoffice</BackofficeLink> : null}
      {hasBusiness(viewer) ? (
        <Link to={paths.business()} onClick={onLeave}>
          Business
        </Link>
      ) : null}
      <Link to={paths.account()} onClick={onLeave}>
        Manage
      </Link>
      <Button
        variant="quiet"
        busy={logout.isPending}
        onClick={() => logout.mutate(undefined, { onSuccess: onLeave })}
      >
        Logout
      </Button>
      {logout.error ? (
        <p role="alert" className={classes.failure}>
          {toFailure(logout.error).message}
        </p>
      ) : null}
    </div>
  );
}
