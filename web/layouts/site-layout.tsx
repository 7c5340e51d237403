import { useLocation } from 'react-router';
import { paths } from '#web/lib/paths.ts';
import { Shell } from './shell.tsx';
import { SiteHeader } from './site-header.tsx';

/**
 * Header and footer around every page; home has a header of its own (DESIGN D37). One layout for all, so that it
 * stays standing, and keeps the focus in hand, between home and the other pages.
 */
export function SiteLayout() {
  const { pathname } = useLocation();
  const isHome = pathname === paths.home() || pathname === paths.trial();
  return <Shell header={<SiteHeader home={isHome} />} />;
}
