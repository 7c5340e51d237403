import { useEffect, useId, useRef, useState } from 'react';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { drawGoogleButton } from './google-wallet-script.ts';
import classes from './wallet-buttons.module.css';

type GooglePass = RouterOutputs['memberships']['googlePass'];

/**
 * Loads the pass and then Google's script only on a click, so that visiting the page sends nothing to Google.
 */
function GooglePassButton({ number }: { number: string }) {
  const utils = trpc.useUtils();
  const [pass, setPass] = useState<GooglePass>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const buttonId = useId();

  async function loadPass() {
    setBusy(true);
    setFailure(undefined);
    try {
      const newPass = await utils.memberships.googlePass.fetch({ number }, { staleTime: 0 });
      // If Google's script fails to load, the link below does the same.
      if (newPass.installable) await drawGoogleButton(buttonId, newPass.token).catch(() => {});
      setPass(newPass);
    } catch (error) {
      setFailure(toFailure(error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button variant="secondary" busy={busy} onClick={() => void loadPass()}>
        Add to Google Wallet
      </Button>
      <div className={classes.answer} role="status">
        <div id={buttonId} className={classes.google} />
        {pass ? <PassReady pass={pass} /> : null}
      </div>
      {failure === undefined ? null : (
        <div className={classes.answer}>
          <ErrorBox message={failure} onRetry={() => void loadPass()} />
        </div>
      )}
    </>
  );
}

function PassReady({ pass: { installable, saveUrl } }: { pass: GooglePass }) {
  const answerRef = useRef<HTMLParagraphElement>(null);
  // Scroll the result into view, because it may be below the edge of the screen.
  useEffect(() => answerRef.current?.scrollIntoView({ block: 'nearest' }), []);
  if (!installable) {
    return (
      <p ref={answerRef}>
        We created your pass, but Google Wallet doesn’t accept passes from this copy of Everything Card.
      </p>
    );
  }
  return (
    <p ref={answerRef}>
      Your pass is ready.{' '}
      <a href={saveUrl} target="_blank" rel="noopener noreferrer">
        Open it in Google Wallet
      </a>
    </p>
  );
}

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
