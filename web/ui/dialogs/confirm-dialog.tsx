import { Modal } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import layout from '#web/ui/styles/layout.module.css';
import '../styles/mantine-rest.css';
import { Button } from '../button.tsx';
import classes from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm(): void;
  onCancel(): void;
  /** True while the action runs. The dialog then can't be closed. */
  busy?: boolean;
  /** Set this for an action that can't be undone. */
  danger?: boolean;
}

/** Focuses the cancel button, because canceling is the safe choice. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, confirmLabel, cancelLabel, onConfirm, onCancel, busy, danger } = props;
  const id = useId();
  return (
    <Modal
      opened={opened}
      onClose={() => (busy ? undefined : onCancel())}
      title={title}
      size="28rem"
      centered
      withCloseButton={false}
      classNames={{ title: layout.dialogTitle }}
      aria-describedby={id}
    >
      <div id={id}>{children}</div>
      <div className={classes.actions}>
        <Button variant="secondary" onClick={onCancel} disabled={busy} data-autofocus>
          {cancelLabel}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} onClick={onConfirm} busy={busy}>
          {confirmLabel}
        </Button>
      </div>
    </Modal>
  );
}
