import { NavLink } from 'react-router';
import classes from './staff.module.css';

interface SectionLinksProps {
  /** Names the links for screen readers. */
  label: string;
  links: ReadonlyArray<readonly [label: string, path: string]>;
}

export function SectionLinks({ label, links }: SectionLinksProps) {
  return (
    <nav aria-label={label} className={classes.links}>
      {links.map(([text, path]) => (
        <NavLink key={path} to={path} end>
          {text}
        </NavLink>
      ))}
    </nav>
  );
}
