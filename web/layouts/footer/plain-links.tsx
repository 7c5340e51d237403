import layout from '#web/ui/styles/layout.module.css';
import { navbarLinks, type SiteLink } from '../site-links.ts';
import classes from './plain-links.module.css';

/** Replaces a header, menu, or footer that failed to render. Plain links work without the router. */
export function PlainLinks({ label, links = navbarLinks }: { label: string; links?: readonly SiteLink[] }) {
  return (
    <nav aria-label={label} className={`${layout.touchLinks} ${classes.links}`} data-print="hide">
      {links.map(({ label: name, to }) => (
        <a key={to} href={to}>
          {name}
        </a>
      ))}
    </nav>
  );
}
