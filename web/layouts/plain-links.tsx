import classes from './plain-links.module.css';
import { navbarLinks, type SiteLink } from './site-links.ts';

/**
 * Where a header, a menu or a footer broke: its links, of nothing that could break, too. Plain ones: each loads the
 * site anew, whole.
 */
export function PlainLinks({ label, links = navbarLinks }: { label: string; links?: readonly SiteLink[] }) {
  return (
    <nav aria-label={label} className={classes.links} data-print="hide">
      {links.map(({ label: name, to }) => (
        <a key={to} href={to}>
          {name}
        </a>
      ))}
    </nav>
  );
}
