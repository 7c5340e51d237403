import { Drawer } from '@mantine/core';
import { Link, NavLink } from 'react-router';
import '#web/ui/styles/mantine-rest.css';
import { paths } from '#server/lib/pages.shared.ts';
import { AccountList } from '#web/features/accounts/account-list.tsx';
import { BackofficeLink, useBackofficeTarget } from '#web/features/accounts/backoffice-link.tsx';
import { LoginModal } from '#web/features/accounts/login-modal-slot.tsx';
import { opensModal } from '#web/lib/history-state.ts';
import { usePreloadWhenIdle } from '#web/lib/preload-when-idle.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useReturnedFocus } from '#web/ui/dialogs/use-returned-focus.ts';
import { navbarLinks } from '../site-links.ts';
import classes from './mobile-menu.module.css';

interface MobileMenuProps {
  opened: boolean;
  onClose(): void;
}

export function MobileMenu({ opened, onClose }: MobileMenuProps) {
  useReturnedFocus(opened);
  usePreloadWhenIdle(LoginModal.load);
  const { data: user } = trpc.viewer.user.useQuery();
  const { address } = useBackofficeTarget();
  const isBackofficeListed =
    user && (user.accountType > 0 || address === paths.account() || address === paths.business());
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="20rem"
      title="Menu"
      classNames={{ content: classes.content, title: classes.title }}
      returnFocus={false}
    >
      <nav aria-label="Menu" className={classes.links}>
        {navbarLinks.map(({ label, to }) => (
          <NavLink key={to} to={to} end={to === paths.home()} onClick={onClose}>
            {label}
          </NavLink>
        ))}
        {/* After login, AccountList has these links. */}
        {user ? null : (
          <Link to={paths.account()} onClick={onClose}>
            Manage Account
          </Link>
        )}
        {isBackofficeListed ? null : <BackofficeLink onLeave={onClose}>Back-Office</BackofficeLink>}
        <Link to={paths.requestInformation()} state={opensModal} onClick={onClose}>
          Request Information
        </Link>
      </nav>
      <AccountList onLeave={onClose} />
    </Drawer>
  );
}
