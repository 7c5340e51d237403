import { Link } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import layout from '#web/ui/styles/layout.module.css';
import classes from './next-steps.module.css';

const LINKS = [
  { label: 'Find Businesses', to: paths.savings() },
  { label: 'Member Sign-Up', to: paths.pricing() },
  { label: 'FAQ', to: paths.faq() },
  { label: 'Contact us', to: paths.contact() },
];

/** Suggested pages, shown on the 404 page. */
export function NextSteps() {
  return (
    <nav aria-label="Where to go from here" className={`${layout.touchLinks} ${classes.links}`}>
      {LINKS.map(({ label, to }) => (
        <Link key={to} to={to}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
