import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link, NavLink } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { AccountMenu } from '#web/features/accounts/account-menu.tsx';
import { BackofficeLink } from '#web/features/accounts/backoffice-link.tsx';
import { opensModal } from '#web/lib/history-state.ts';
import { usePreloadWhenIdle } from '#web/lib/preload-when-idle.ts';
import { Awning } from '#web/ui/awning.tsx';
import { MenuIcon, MoonIcon, SunIcon } from '#web/ui/icons.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { PlainLinks } from '../footer/plain-links.tsx';
import { PartBoundary } from '../part-boundary.tsx';
import { navbarLinks } from '../site-links.ts';
import classes from './site-header.module.css';

/** Follows the system's color scheme until the visitor chooses one. */
function ColorSchemeSwitch() {
  // Mantine's default disables transitions, which recomputes every style on the page twice.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  // The server doesn't know the color scheme, so the label is right only after hydration. CSS selects the
  // icon.
  const dark = useComputedColorScheme('light') === 'dark';
  return (
    <button
      type="button"
      className={classes.icon}
      aria-label={dark ? 'Switch to light colors' : 'Switch to dark colors'}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      <span className={classes.ifLight}>
        <MoonIcon />
      </span>
      <span className={classes.ifDark}>
        <SunIcon />
      </span>
    </button>
  );
}

const loadMenu = () => import('./mobile-menu.tsx');
/** Wider windows show no menu button, unless the text is large. */
const preloadMenu = async () => void (innerWidth <= 1008 && (await loadMenu()));
const MobileMenu = lazy(async () => ({ default: (await loadMenu()).MobileMenu }));

export function SiteHeader({ home = false }: { home?: boolean }) {
  usePreloadWhenIdle(preloadMenu);
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <header className={classes.header} data-home={home || undefined} data-print="hide">
      <Awning />
      {home ? (
        <nav aria-label="Account" className={classes.upper}>
          <Link to={paths.account()}>Manage Account</Link>
          <BackofficeLink>Back-Office</BackofficeLink>
          <Link to={paths.requestInformation()} state={opensModal}>
            Request Information
          </Link>
        </nav>
      ) : null}
      <div className={classes.bar}>
        <Link to={paths.home()} className={classes.logo} aria-label="Everything Card, home">
          <Logo />
        </Link>
        <nav aria-label="Main" className={classes.nav}>
          {navbarLinks.map(({ label, to }) => (
            <NavLink key={to} to={to} end={to === paths.home()}>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className={classes.tools}>
          <ColorSchemeSwitch />
          <div className={classes.account}>
            <AccountMenu />
          </div>
          <button
            type="button"
            className={classes.burger}
            aria-label="Menu"
            aria-haspopup="dialog"
            aria-expanded={menu === 'open'}
            onClick={() => setMenu('open')}
          >
            <MenuIcon />
          </button>
        </div>
      </div>
      {menu === 'never' ? null : (
        <PartBoundary fallback={<PlainLinks label="Menu" />}>
          <Suspense fallback={null}>
            <MobileMenu opened={menu === 'open'} onClose={() => setMenu('closed')} />
          </Suspense>
        </PartBoundary>
      )}
    </header>
  );
}
