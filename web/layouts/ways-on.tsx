import { Link } from 'react-router';
import { paths } from '#server/site/pages.shared.ts';
import classes from './ways-on.module.css';

const WAYS = [
  { label: 'Find Businesses', to: paths.savings() },
  { label: 'Member Sign-Up', to: paths.pricing() },
  { label: 'FAQ', to: paths.faq() },
  { label: 'Contact us', to: paths.contact() },
];

/** For who stands before a page that is not there: what most people look for. */
export function WaysOn() {
  return (
    <nav aria-label="Where to go from here" className={classes.ways}>
      {WAYS.map(({ label, to }) => (
        <Link key={to} to={to}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
