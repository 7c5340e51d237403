import { Link } from 'react-router';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { Button } from '#web/ui/button.tsx';
import { PersonName } from '#web/ui/person-name.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from './account-menu.module.css';
import { BackofficeLink } from './backoffice-link.tsx';
import { hasBusiness } from './backoffice-target.ts';
import { useLogout } from './use-session.ts';

interface AccountActionsProps {
  viewer: Viewer;
  /** Called on navigation and after logout, so that the surrounding menu can close. */
  onLeave(): void;
}

export function AccountActions({ viewer, onLeave }: AccountActionsProps) {
  const logout = useLogout();
  return (
    <div className={classes.actions}>
      <p className={classes.person}>
        Welcome <PersonName name={viewer.firstname} />
        <span className={layout.detail}>{viewer.email}</span>
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
