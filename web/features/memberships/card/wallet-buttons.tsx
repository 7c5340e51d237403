import { paths } from '#server/lib/pages.shared.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { GooglePassButton } from './google-pass-button.tsx';
import classes from './wallet-buttons.module.css';

export function WalletButtons({ number }: { number: string }) {
  const walletSetup = trpc.memberships.wallets.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  return (
    <section className={classes.wallets} aria-label="Wallets" data-print="hide">
      <div className={classes.buttons}>
        {/* Bypasses the router, because this is a file that the phone opens in its wallet. */}
        <ButtonLink variant="secondary" to={paths.applePass(number)} reloadDocument>
          Add to Apple Wallet
        </ButtonLink>
        <GooglePassButton number={number} />
      </div>
      {walletSetup.data ? (
        <NotInstallable
          apple={!walletSetup.data.appleInstallable}
          google={!walletSetup.data.googleInstallable}
        />
      ) : null}
    </section>
  );
}

/** Warns before the download, because a phone rejects a self-signed pass without any message. */
function NotInstallable({ apple, google }: { apple: boolean; google: boolean }) {
  if (!apple && !google) return null;
  const passKinds = apple && google ? 'wallet passes' : `passes for ${apple ? 'Apple' : 'Google'} Wallet`;
  return (
    <Notice>
      This copy of Everything Card signs its {passKinds} with its own keys, so a phone won’t install them.
    </Notice>
  );
}
