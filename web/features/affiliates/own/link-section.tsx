import { QrCode } from '#web/features/memberships/card/qr-code.tsx';
import { REFERRAL_DAYS } from '#web/lib/referral.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import { CopyLink } from '#web/ui/copy-link.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import classes from './own-affiliate.module.css';
import { QrDownloads } from './qr-downloads.tsx';

export type Overview = NonNullable<RouterOutputs['affiliates']['overview']>;

export function LinkSection({ overview }: { overview: Overview }) {
  const { link, referenceCode, roles, visits, signups, sales } = overview;
  return (
    <section aria-labelledby="own-link" className={classes.section}>
      <h2 id="own-link">Your link</h2>
      <p className={classes.lead}>
        You’re signed up as {roles.join(' and ')}. Anyone who buys within {REFERRAL_DAYS} days of using your
        link is credited to you.
      </p>
      {referenceCode === '' ? (
        <Notice title="You don’t have a reference code yet">
          Please contact customer support to get one.
        </Notice>
      ) : (
        <div className={classes.link}>
          <div className={classes.qr}>
            <QrCode text={link} label="QR code for your link" />
          </div>
          <div className={classes.linkWords}>
            <p className={classes.address}>{link}</p>
            <div className={classes.copy}>
              <CopyLink link={() => link} targetName="Everything Card with your code" />
            </div>
            <p>
              Your reference code is <strong>{referenceCode}</strong>. Buyers can also type it as their
              reference.
            </p>
            <QrDownloads content={link} fileName={referenceCode} />
          </div>
        </div>
      )}
      <dl className={classes.reach}>
        <ReachFact name="Visits from your link" figure={visits} />
        <ReachFact name="Sign-ups" figure={signups} />
        <ReachFact name="Sales" figure={sales} />
      </dl>
      {visits + signups + sales > 0 ? null : (
        <p className={classes.remark}>
          Nobody has used your link yet. Send it to someone who’d like the card.
        </p>
      )}
    </section>
  );
}

function ReachFact({ name, figure }: { name: string; figure: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{figure.toLocaleString('en-US')}</dd>
    </div>
  );
}
