import { useEffect, useRef } from 'react';
import logoClasses from '#web/features/stores/store-logo.module.css';
import { Button } from '#web/ui/button.tsx';
import { ReportUnsaved } from './leave-guard.tsx';
import classes from './owner.module.css';

interface LogoPreviewProps {
  picture: string;
  busy: boolean;
  onSend(): void;
  onCancel(): void;
  /** Called if the browser can't decode the image. */
  onUnreadable(): void;
}

/** Shows the chosen image at the size at which members will see it. */
export function LogoPreview({ picture, busy, onSend, onCancel, onUnreadable }: LogoPreviewProps) {
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
      <div className={classes.logoActions}>
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
