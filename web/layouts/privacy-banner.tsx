import { useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { paths } from '#server/site/pages.shared.ts';
import { readCookie, writeCookie } from '#web/lib/cookies.ts';
import { CloseIcon } from '#web/ui/icons.tsx';
import classes from './privacy-banner.module.css';

const COOKIE = 'privacyack';
const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

const isDismissed = () => readCookie(COOKIE) !== undefined;
const subscribeToNothing = () => () => {};

/** Shown until dismissed, before the footer and never over it. */
export function PrivacyBanner() {
  // Rendered HTML is the same for every visitor: only the browser has the cookie.
  const wasDismissed = useSyncExternalStore(subscribeToNothing, isDismissed, () => true);
  const [isClosed, setClosed] = useState(false);
  if (wasDismissed || isClosed) return null;

  function dismiss() {
    writeCookie(COOKIE, '1', ONE_YEAR_SECONDS);
    setClosed(true);
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
