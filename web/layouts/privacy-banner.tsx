import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { readCookie, writeCookie } from '#web/lib/cookies.ts';
import { useBrowserValue } from '#web/lib/use-browser-value.ts';
import { CloseIcon } from '#web/ui/icons.tsx';
import classes from './privacy-banner.module.css';

const COOKIE = 'privacyack';
const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

const isDismissed = () => readCookie(COOKIE) !== undefined;

/**
 * Shown at the top of the page until the visitor dismisses it. It is part of the page's flow, so that it
 * covers nothing.
 */
export function PrivacyBanner() {
  // The server renders the banner for every visitor, because only the browser reads the cookie. Until
  // hydration, web/boot.js hides a banner that was dismissed.
  const wasDismissed = useBrowserValue(isDismissed, false);
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
