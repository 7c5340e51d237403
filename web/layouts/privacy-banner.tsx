import { useState } from 'react';
import { Link } from 'react-router';
import { readCookie, writeCookie } from '#web/lib/cookies.ts';
import { paths } from '#web/lib/paths.ts';
import { CloseIcon } from '#web/ui/icons.tsx';
import classes from './privacy-banner.module.css';

const COOKIE = 'privacyack';
const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Shown until dismissed (SPEC section 2). In the page's flow at its end, so that it never lies over the footer. */
export function PrivacyBanner() {
  const [dismissed, setDismissed] = useState(() => readCookie(COOKIE) !== undefined);
  if (dismissed) return null;

  function dismiss() {
    writeCookie(COOKIE, '1', ONE_YEAR_SECONDS);
    setDismissed(true);
  }

  return (
    <section className={classes.banner} aria-label="Privacy" data-print="hide">
      <p>
        By using our site, you agree to our <Link to={paths.privacyPolicy()}>privacy policy</Link> and{' '}
        <Link to={paths.cookiePolicy()}>cookie policy</Link>
      </p>
      <button type="button" onClick={dismiss} aria-label="Close">
        <CloseIcon />
      </button>
    </section>
  );
}
