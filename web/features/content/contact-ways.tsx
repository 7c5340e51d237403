import { Link } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { toPhoneLink } from '#server/lib/readers/phone-link.ts';
import layout from '#web/ui/styles/layout.module.css';
import classes from './contact.module.css';

export function ContactWays({ settings }: { settings: Readonly<Record<string, string>> }) {
  const { contactHours, supportPhone, supportEmail } = settings;
  return (
    <aside className={classes.ways} aria-labelledby="ways-title">
      <h2 id="ways-title">Other ways to reach us</h2>
      <dl>
        {supportPhone || contactHours ? (
          <div>
            <dt>By phone</dt>
            {supportPhone ? (
              <dd>
                <a className={layout.touchLink} href={toPhoneLink(supportPhone)}>
                  {supportPhone}
                </a>
              </dd>
            ) : null}
            {contactHours ? <dd>{contactHours}</dd> : null}
          </div>
        ) : null}
        {supportEmail ? (
          <div>
            <dt>By email</dt>
            <dd>
              <a className={layout.touchLink} href={`mailto:${supportEmail}`}>
                {supportEmail}
              </a>
            </dd>
          </div>
        ) : null}
        <div>
          <dt>Right now</dt>
          <dd>
            Prices, cards, canceling: you’ll find most answers in the <Link to={paths.faq()}>FAQ</Link>.
          </dd>
        </div>
      </dl>
    </aside>
  );
}
