import { FileButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { paths } from '#server/site/pages.shared.ts';
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
import { PictureRefused, uploadPicture } from './upload-picture.ts';

const UNREADABLE_PICTURE = 'Please choose a picture: PNG, JPEG or WebP';

/** Shows the logo. Lets the owner preview a new one before uploading it. */
export function LogoSection({ business: { businessname, logo } }: { business: OwnBusinessData }) {
  const [chosenLogo, setChosenLogo] = useState<{ file: File; picture: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [confirmation, setConfirmation] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const resetFileInput = useRef<() => void>(null);
  const utils = trpc.useUtils();
  const removeLogo = trpc.businesses.removeLogo.useMutation();

  function finishChange(message: string) {
    setChosenLogo(null);
    setConfirmation(message);
    // The button that had focus is gone, so move focus to the heading.
    heading.current?.focus();
    void utils.savings.invalidate();
  }

  async function chooseFile(file: File | null) {
    if (file === null) return;
    // Without a reset, choosing the same file again after an error would have no effect.
    resetFileInput.current?.();
    setConfirmation(null);
    const fileError = validateLogoFile(file);
    setError(fileError);
    setChosenLogo(fileError === null ? { file, picture: await readPicture(file) } : null);
  }

  async function sendLogo(file: File) {
    setBusy(true);
    setError(null);
    try {
      await uploadPicture(file, { path: paths.businessLogo(), method: 'PUT' });
      await utils.businesses.mine.invalidate();
      finishChange('Your logo is saved.');
    } catch (error) {
      setError(error instanceof PictureRefused ? error.message : UNREADABLE_PICTURE);
    } finally {
      setBusy(false);
    }
  }

  async function clearLogo() {
    utils.businesses.mine.setData(undefined, await removeLogo.mutateAsync());
    setError(null);
    finishChange('Your logo is removed.');
  }

  return (
    <section aria-labelledby="own-logo" className={classes.logo}>
      <h3 id="own-logo" ref={heading} tabIndex={-1}>
        Logo
      </h3>
      {error === null ? null : <ErrorBox title="Your logo was not saved" message={error} focus />}
      {chosenLogo === null ? (
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
              resetRef={resetFileInput}
              accept={LOGO_TYPES.join(',')}
              onChange={(file) => void chooseFile(file)}
            >
              {({ onClick }) => (
                <Button variant="secondary" onClick={onClick}>
                  {logo === null ? 'Choose a logo' : 'Choose another logo'}
                </Button>
              )}
            </FileButton>
            {logo === null ? null : (
              <ConfirmedAction label="Remove Logo" keepLabel="Keep Logo" onConfirm={clearLogo}>
                <p>Are you sure you want to remove your logo? Members will see your initials instead.</p>
              </ConfirmedAction>
            )}
          </div>
        </>
      ) : (
        <LogoPreview
          picture={chosenLogo.picture}
          busy={busy}
          onSend={() => void sendLogo(chosenLogo.file)}
          onCancel={() => {
            setChosenLogo(null);
            setError(null);
          }}
          onUnreadable={() => {
            setChosenLogo(null);
            setError(UNREADABLE_PICTURE);
          }}
        />
      )}
      {confirmation === null ? null : <SavedNote>{confirmation}</SavedNote>}
    </section>
  );
}
