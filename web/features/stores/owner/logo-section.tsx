import { FileButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { paths } from '#server/lib/pages.shared.ts';
import logoClasses from '#web/features/stores/store-logo.module.css';
import { StoreLogo } from '#web/features/stores/store-logo.tsx';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmedAction } from '#web/ui/dialogs/confirmed-action.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { ReportUnsaved } from './leave-guard.tsx';
import type { OwnBusinessData } from './own-business-data.ts';
import classes from './owner.module.css';
import { PICTURE_TYPES, readPicture, UNREADABLE_PICTURE } from './picture-file.ts';
import { SavedNote } from './saved-note.tsx';
import { usePictureUpload } from './use-picture-upload.ts';

interface LogoPreviewProps {
  picture: string;
  busy: boolean;
  onSend(): void;
  onCancel(): void;
  /** Called if the browser can't decode the image. */
  onUnreadable(): void;
}

/** Shows the chosen image at the size at which members will see it. */
function LogoPreview({ picture, busy, onSend, onCancel, onUnreadable }: LogoPreviewProps) {
  const sendButton = useRef<HTMLButtonElement>(null);
  useEffect(() => sendButton.current?.focus(), []);
  return (
    <>
      <ReportUnsaved hasChanges />
      <div className={classes.logoNow}>
        <img
          src={picture}
          alt="Your new logo"
          width={72}
          height={72}
          className={logoClasses.picture}
          onError={onUnreadable}
        />
        <p role="status" className={classes.hint}>
          {busy ? 'Uploading your logo…' : 'This is how members will see it.'}
        </p>
      </div>
      <div className={`${layout.tightRow} ${classes.logoActions}`}>
        <Button ref={sendButton} onClick={onSend} busy={busy}>
          Save logo
        </Button>
        <Button variant="quiet" onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
      </div>
    </>
  );
}

/** Lets the owner preview a new logo before uploading it. */
export function LogoSection({ business: { businessname, logo } }: { business: OwnBusinessData }) {
  const [chosenLogo, setChosenLogo] = useState<{ file: File; picture: string } | null>(null);
  const upload = usePictureUpload({ path: paths.businessLogo(), method: 'PUT' });
  const heading = useRef<HTMLHeadingElement>(null);
  const utils = trpc.useUtils();
  const removeLogo = trpc.businesses.removeLogo.useMutation();

  function finishChange(message: string) {
    setChosenLogo(null);
    upload.confirm(message);
    // The button that had focus is gone, so move focus to the heading.
    heading.current?.focus();
  }

  async function chooseFile(file: File | null) {
    if (file === null) return;
    setChosenLogo(upload.checkFile(file) ? { file, picture: await readPicture(file) } : null);
  }

  async function sendLogo(file: File) {
    if (await upload.send(file)) finishChange('Your logo is saved.');
  }

  async function clearLogo() {
    utils.businesses.mine.setData(undefined, await removeLogo.mutateAsync());
    finishChange('Your logo was removed.');
  }

  return (
    <section aria-labelledby="own-logo" className={classes.logo}>
      <h3 id="own-logo" ref={heading} tabIndex={-1}>
        Logo
      </h3>
      {upload.error === null ? null : (
        <ErrorBox title="Your logo wasn’t saved" message={upload.error} focus />
      )}
      {chosenLogo === null ? (
        <>
          <div className={classes.logoNow}>
            <StoreLogo key={logo} name={businessname} logo={logo} />
            <p className={classes.hint}>
              {logo === null ? 'Members see your initials.' : 'This is what members see.'} PNG, JPEG, or WebP,
              at most 5{'\u00a0'}MB; square pictures look best.
            </p>
          </div>
          <div className={`${layout.tightRow} ${classes.logoActions}`}>
            <FileButton
              resetRef={upload.resetFileInput}
              accept={PICTURE_TYPES.join(',')}
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
          busy={upload.busy}
          onSend={() => void sendLogo(chosenLogo.file)}
          onCancel={() => {
            setChosenLogo(null);
            upload.setError(null);
          }}
          onUnreadable={() => {
            setChosenLogo(null);
            upload.setError(UNREADABLE_PICTURE);
          }}
        />
      )}
      {upload.confirmation === null ? null : <SavedNote>{upload.confirmation}</SavedNote>}
    </section>
  );
}
