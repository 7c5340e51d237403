import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { toPhoneLink } from '#server/lib/readers/phone-link.ts';
import { useSiteSettings } from '#web/features/content/use-site-settings.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Logo } from '#web/ui/logo.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { PartBoundary } from '../part-boundary.tsx';
import { footerLinks, legalLinks, type SiteLink } from '../site-links.ts';
import classes from './site-footer.module.css';
import { SocialLinks } from './social-links.tsx';

/**
 * Reports each page view once to the analytics address, unless the visitor opted out of tracking in the
 * browser. Loads the code on demand, because few sites set an address.
 */
function usePageViews(address: string | null, pathname: string): void {
  const countedPath = useRef<string | null>(null);
  useEffect(() => {
    if (address === null || countedPath.current === pathname) return;
    countedPath.current = pathname;
    import('#web/lib/page-views.ts')
      .then(({ countPageView }) => countPageView(address, pathname))
      // Ignore failures: no page depends on the count.
      .catch(() => {});
  }, [address, pathname]);
}

export function SiteFooter() {
  const { pathname } = useLocation();
  usePageViews(useSiteSettings()?.analyticsLink ?? null, pathname);
  return (
    <footer className={classes.footer} data-print="hide">
      <div className={classes.inner}>
        <div className={classes.brand}>
          <Logo />
          <p>Savings memberships for participating local and national businesses.</p>
        </div>
        <ContactHours />
        <LinkList title="Site map" links={footerLinks} className={classes.footerLinks} />
        <div className={classes.more}>
          <PartBoundary>
            <SocialLinks />
          </PartBoundary>
          <LinkList title="Legal" links={legalLinks} />
        </div>
      </div>
    </footer>
  );
}

function ContactHours() {
  const { data } = trpc.content.settings.useQuery();
  return (
    <section className={classes.contact} aria-labelledby="footer-contact">
      <h2 id="footer-contact">Contact hours</h2>
      {/* Every line is rendered before its text has loaded, so that the layout doesn't shift. */}
      <p>{data?.contactHours}</p>
      <p>{data?.supportPhone ? <a href={toPhoneLink(data.supportPhone)}>{data.supportPhone}</a> : null}</p>
      <p>
        <Link to={paths.contact()}>Write to us</Link>
      </p>
      <p>{data?.supportEmail ? <a href={`mailto:${data.supportEmail}`}>{data.supportEmail}</a> : null}</p>
      <p>{data?.responseTime ? `We reply within ${data.responseTime}.` : null}</p>
    </section>
  );
}

interface LinkListProps {
  title: string;
  links: readonly SiteLink[];
  className?: string | undefined;
}

function LinkList({ title, links, className }: LinkListProps) {
  return (
    <nav aria-label={title} className={className}>
      <h2>{title}</h2>
      <ul className={layout.plainList}>
        {links.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
