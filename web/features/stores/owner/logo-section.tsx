import { FileButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { StoreLogo } from '#web/features/stores/store-logo.tsx';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmedAction } from '#web/ui/dialogs/confirmed-action.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { LOGO_TYPES, readPicture, validateLogoFile } from './logo-file.ts';
import { LogoPreview } from './logo-preview.tsx';
import type { OwnBusinessData } from './own-business-data.ts';
import classes from './owner.module.css';
import { SavedNote } from './saved-note.tsx';
import { LogoRefused, uploadLogo } from './upload-logo.ts';

const UNREADABLE = 'Please choose a picture: PNG, JPEG or WebP';

/** Shows the logo and lets the owner preview a new one before uploading it. */
export function LogoSection({ business: { businessname, logo } }: { business: OwnBusinessData }) {
  const [chosen, setChosen] = useState<{ file: File; picture: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const forget = useRef<() => void>(null);
  const utils = trpc.useUtils();
  const remove = trpc.businesses.removeLogo.useMutation();

  function done(words: string) {
    setChosen(null);
    setSaid(words);
    // The button that had focus is gone.
    heading.current?.focus();
    void utils.savings.invalidate();
  }

  async function choose(file: File | null) {
    if (file === null) return;
    // Lets the owner choose the same file again after an error.
    forget.current?.();
    setSaid(null);
    const wrong = validateLogoFile(file);
    setFault(wrong);
    setChosen(wrong === null ? { file, picture: await readPicture(file) } : null);
  }

  async function send(file: File) {
    setBusy(true);
    setFault(null);
    try {
      await uploadLogo(file);
      await utils.businesses.mine.invalidate();
      done('Your logo is saved.');
    } catch (error) {
      setFault(error instanceof LogoRefused ? error.message : UNREADABLE);
    } finally {
      setBusy(false);
    }
  }

  async function clear() {
    utils.businesses.mine.setData(undefined, await remove.mutateAsync());
    setFault(null);
    done('Your logo is removed.');
  }

  return (
    <section aria-labelledby="own-logo" className={classes.logo}>
      <h3 id="own-logo" ref={heading} tabIndex={-1}>
        Logo
      </h3>
      {fault === null ? null : <ErrorBox title="Your logo was not saved" message={fault} focus />}
      {chosen === null ? (
        <>
          <div className={classes.logoNow}>
            <StoreLogo key={logo} name={businessname} logo={logo} />
            <p className={classes.hint}>
              {logo === null ? 'Members see your initials.' : 'This is what members see.'} PNG, JPEG or WebP,
              at most 5{'\u00a0'}MB; square pictures look best.
            </p>
          </div>
          <div className={classes.logoActions}>
            <FileButton
              resetRef={forget}
              accept={LOGO_TYPES.join(',')}
              onChange={(file) => void choose(file)}
            >
              {({ onClick }) => (
                <Button variant="secondary" onClick={onClick}>
                  {logo === null ? 'Choose a logo' : 'Choose another logo'}
                </Button>
              )}
            </FileButton>
            {logo === null ? null : (
              <ConfirmedAction label="Remove Logo" keepLabel="Keep Logo" onConfirm={clear}>
                <p>Are you sure you want to remove your logo? Members will see your initials instead.</p>
              </ConfirmedAction>
            )}
          </div>
        </>
      ) : (
        <LogoPreview
          picture={chosen.picture}
          busy={busy}
          onSend={() => void send(chosen.file)}
          onCancel={() => {
            setChosen(null);
            setFault(null);
          }}
          onUnreadable={() => {
            setChosen(null);
            setFault(UNREADABLE);
          }}
        />
      )}
      {said === null ? null : <SavedNote>{said}</SavedNote>}
    </section>
  );
}
