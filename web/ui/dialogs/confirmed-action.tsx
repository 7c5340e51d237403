import { type ReactNode, useState } from 'react';
import { toFailure } from '#web/lib/errors.ts';
import { Button } from '../button.tsx';
import { ErrorBox } from '../page/error-box.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface ConfirmedActionProps {
  /** The button, the question's title and the answer that goes on. */
  label: string;
  /** What it is about, for whom hears the button by itself. */
  about?: string;
  /** The answer that leaves everything as it is. */
  keepLabel: string;
  /** Resolves when it is done and what the page shows is fetched again. */
  onConfirm: () => Promise<unknown>;
  /** The question. */
  children: ReactNode;
}

/** A button for what cannot be taken back, the question before it, and in it what went wrong. */
export function ConfirmedAction({ label, about, keepLabel, onConfirm, children }: ConfirmedActionProps) {
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
      await onConfirm();
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
        {label}
        {about === undefined ? null : <VisuallyHidden> {about}</VisuallyHidden>}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={label}
        confirmLabel={label}
        cancelLabel={keepLabel}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
        busy={busy}
        danger
      >
        {children}
        {failure === null ? null : <ErrorBox message={failure} />}
      </ConfirmDialog>
    </>
  );
}
