import { type ReactNode, useState } from 'react';
import { toFailure } from '#web/lib/errors.ts';
import { Button } from '../button.tsx';
import { ErrorBox } from '../page/error-box.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface ConfirmedActionProps {
  /** Used for the button, the dialog's title, and the dialog's confirm button. */
  label: string;
  /** Text for screen readers that names what the button acts on. */
  targetName?: string;
  /** The label of the dialog's cancel button. */
  keepLabel: string;
  /** False if the action can be undone. */
  danger?: boolean;
  /** Should also refetch the page's data before it resolves. */
  onConfirm: () => Promise<unknown>;
  children: ReactNode;
}

/**
 * A button for an action with consequences. Opens a dialog that asks for confirmation and shows the error if
 * the action fails.
 */
export function ConfirmedAction(props: ConfirmedActionProps) {
  const { label, targetName, keepLabel, danger = true, onConfirm, children } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  function openDialog() {
    setFailure(null);
    setIsOpen(true);
  }

  async function runAction() {
    setBusy(true);
    setFailure(null);
    try {
      await onConfirm();
      setIsOpen(false);
    } catch (error) {
      setFailure(toFailure(error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button variant="quiet" onClick={openDialog}>
        {label}
        {targetName === undefined ? null : <VisuallyHidden> {targetName}</VisuallyHidden>}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={label}
        confirmLabel={label}
        cancelLabel={keepLabel}
        onConfirm={runAction}
        onCancel={() => setIsOpen(false)}
        busy={busy}
        danger={danger}
      >
        {children}
        {failure === null ? null : <ErrorBox message={failure} />}
      </ConfirmDialog>
    </>
  );
}
