import { useState } from 'react';
import { toFailure } from '#web/lib/errors.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';

interface CancelDialogProps {
  /** Which one, for whom hears the button by itself. */
  about: string;
  /** Resolves when it is canceled and what the page shows is fetched again. */
  onCancel: () => Promise<unknown>;
}

/** The button and the question before a membership is canceled (SPEC section 2, Memberships). */
export function CancelDialog({ about, onCancel }: CancelDialogProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  function ask() {
    setFailure(null);
    setAsking(true);
  }

  async function confirm() {
    setBusy(true);
    setFailure(null);
    try {
      await onCancel();
      setAsking(false);
    } catch (error) {
      setFailure(toFailure(error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button variant="quiet" onClick={ask}>
        Cancel Membership<VisuallyHidden> {about}</VisuallyHidden>
      </Button>
      <ConfirmDialog
        opened={asking}
        title="Cancel Membership"
        confirmLabel="Cancel Membership"
        cancelLabel="Keep Membership"
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
        busy={busy}
        danger
      >
        <p>
          Are you sure you want to cancel this membership? You will be able to use your membership until it's
          expiry date.
        </p>
        {failure === null ? null : <ErrorBox message={failure} />}
      </ConfirmDialog>
    </>
  );
}
