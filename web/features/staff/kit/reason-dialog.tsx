import { Modal } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { reason } from '#server/staff/kit/action.schema.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { usePasskeyRetry } from '../access/passkey-browser.ts';
import classes from './staff.module.css';
import { useRefreshStaff } from './staff-client.ts';

interface ReasonDialogProps<Values extends object> {
  /** Used for the button, the dialog's title, and the submit button. */
  label: string;
  initial: Values;
  /** Resolves to what replaces the form until the dialog is closed. */
  open(values: Values & { reason: string }): Promise<ReactNode>;
  /** The form's fields. The dialog adds a field for the reason. */
  children?: ReactNode;
}

const reasonOnly = z.object({ reason });

/** A button for something that needs a reason but no preview, such as opening a tax form. */
export function ReasonDialog<Values extends object>(props: ReasonDialogProps<Values>) {
  const { label } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={label}
        classNames={{ title: classes.dialogTitle }}
      >
        <ReasonForm {...props} />
      </Modal>
    </>
  );
}

/**
 * The form, then its result. Closing the dialog unmounts it, so a result that arrives later isn't shown to
 * someone who opens the dialog again and hasn't given a reason yet.
 */
function ReasonForm<Values extends object>({ label, initial, open, children }: ReasonDialogProps<Values>) {
  const [result, setResult] = useState<ReactNode>(null);
  const refreshStaff = useRefreshStaff();
  const withPasskey = usePasskeyRetry();
  if (result !== null) return result;
  return (
    <Form
      initial={{ ...initial, reason: '' }}
      schema={reasonOnly}
      submitLabel={label}
      onSubmit={async (values) => {
        setResult(await withPasskey(() => open(values)));
        await refreshStaff();
      }}
    >
      {children}
      <TextField name="reason" label="Reason" autoComplete="off" />
    </Form>
  );
}
