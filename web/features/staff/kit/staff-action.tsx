import { Modal } from '@mantine/core';
import layout from '#web/ui/styles/layout.module.css';
import '#web/ui/styles/mantine-rest.css';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { z } from 'zod';
import { type ActionPreview, type ActionResult, reason } from '#server/staff/kit/action.schema.ts';
import { type Failure, toFailure } from '#web/lib/errors.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import type { FormState } from '#web/ui/form/use-form-values.ts';
import { hasErrors } from '#web/ui/form/validation.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { usePasskeyRetry } from '../access/passkey-browser.ts';
import classes from './staff.module.css';
import { useRefreshStaff } from './staff-client.ts';

interface ActionProcedures<Values> {
  preview: { mutate: (input: { values: Values }) => Promise<ActionPreview> };
  perform: { mutate: (input: { values: Values; reason: string; version: string }) => Promise<ActionResult> };
}

interface StaffActionProps<Values extends object> {
  /** Used for the button, the dialog's title, and the confirm button. */
  label: string;
  /** Names the row of a table for screen readers, if each row has this button. */
  about?: string;
  /** Set this for an action that can't be undone. */
  danger?: boolean;
  schema: z.ZodType;
  initial: Values;
  /** The two procedures that `createAction` returned on the server. */
  action: ActionProcedures<NoInfer<Values>>;
  /** Runs when the dialog is closed after the action was performed. */
  onDone?: (values: Values) => Promise<void>;
  /** The form's fields. The dialog adds a field for the reason. */
  children?: ReactNode | ((values: Values) => ReactNode);
  size?: 'md' | 'lg' | 'xl';
}

/** A button that opens a dialog in three steps: the form, the effects to confirm, and the result. */
export function StaffAction<Values extends object>(props: StaffActionProps<Values>) {
  const { label, about, danger = false, size = 'md', onDone } = props;
  const refreshStaff = useRefreshStaff();
  const [isOpen, setIsOpen] = useState(false);
  const performed = useRef<Values>(null);
  async function close() {
    setIsOpen(false);
    const values = performed.current;
    performed.current = null;
    // Don't leave or refresh the page earlier: the dialog could close before anyone reads its result.
    if (values !== null) await onDone?.(values);
    await refreshStaff();
  }
  return (
    <>
      <Button variant={danger ? 'danger' : 'secondary'} onClick={() => setIsOpen(true)}>
        {label}
        {about === undefined ? null : <VisuallyHidden> ({about})</VisuallyHidden>}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => void close()}
        title={label}
        size={size}
        classNames={{ title: classes.dialogTitle, content: classes.dialogContent }}
      >
        <ActionSteps
          {...props}
          onPerformed={(values) => {
            performed.current = values;
          }}
          onClose={() => void close()}
        />
      </Modal>
    </>
  );
}

interface Draft<Values> {
  values: Values & { reason: string };
  preview: ActionPreview;
  form: FormState<Values & { reason: string }>;
}

type Step<Values extends object> =
  | { name: 'form' }
  | { name: 'confirm'; draft: Draft<Values> }
  | { name: 'done'; message: string };

type ActionStepsProps<Values extends object> = StaffActionProps<Values> & {
  onPerformed(values: Values): void;
  onClose(): void;
};

function ActionSteps<Values extends object>(props: ActionStepsProps<Values>) {
  const { label, danger = false, schema, initial, action, children, onPerformed, onClose } = props;
  const withPasskey = usePasskeyRetry();
  const [step, setStep] = useState<Step<Values>>({ name: 'form' });
  const formStep = useRef<HTMLDivElement>(null);

  function showForm() {
    flushSync(() => setStep({ name: 'form' }));
    formStep.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }

  async function perform({ values, preview, form }: Draft<Values>) {
    try {
      const { message } = await withFormPaths(() =>
        withPasskey(() => action.perform.mutate({ values, reason: values.reason, version: preview.version })),
      );
      onPerformed(values);
      setStep({ name: 'done', message });
    } catch (error) {
      const { fieldErrors } = toFailure(error);
      if (!hasErrors(fieldErrors)) throw error;
      showForm();
      form.showServerErrors(fieldErrors);
    }
  }

  if (step.name === 'done') return <Result message={step.message} onClose={onClose} />;
  return (
    <>
      {/* Stays mounted while the effects are shown, so that Back loses nothing. */}
      <div ref={formStep} hidden={step.name !== 'form'}>
        <Form
          initial={{ ...initial, reason: '' }}
          schema={z.intersection(schema, z.object({ reason }))}
          onSubmit={async (values, form) => {
            const preview = await withFormPaths(() => withPasskey(() => action.preview.mutate({ values })));
            setStep({ name: 'confirm', draft: { values, preview, form } });
          }}
          submitLabel="Continue"
        >
          {({ values }) => (
            <>
              {typeof children === 'function' ? children(values) : children}
              <TextField name="reason" label="Reason" autoComplete="off" />
            </>
          )}
        </Form>
      </div>
      {step.name === 'confirm' ? (
        <Confirmation
          label={label}
          danger={danger}
          effects={step.draft.preview.effects}
          onBack={showForm}
          onConfirm={() => perform(step.draft)}
        />
      ) : null}
    </>
  );
}

interface ConfirmationProps {
  label: string;
  danger: boolean;
  effects: readonly string[];
  onBack(): void;
  onConfirm(): Promise<void>;
}

function Confirmation({ label, danger, effects, onBack, onConfirm }: ConfirmationProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function confirm() {
    setBusy(true);
    setFailure(null);
    try {
      await onConfirm();
    } catch (error) {
      setFailure(toFailure(error));
      setBusy(false);
    }
  }

  return (
    <div className={classes.confirmation}>
      <h3>What will happen</h3>
      <ul>
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      {failure === null ? null : <ErrorBox message={failure.message} focus />}
      <div className={`${layout.toolRow} ${classes.actions}`}>
        <Button variant="secondary" onClick={onBack} disabled={busy} data-autofocus autoFocus>
          Back
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} onClick={() => void confirm()} busy={busy}>
          {label}
        </Button>
      </div>
    </div>
  );
}

function Result({ message, onClose }: { message: string; onClose(): void }) {
  return (
    <div className={classes.confirmation}>
      <p role="status">{message}</p>
      <div className={`${layout.toolRow} ${classes.actions}`}>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </div>
    </div>
  );
}

/** The server calls a field 'values.amount' in its errors, but the form calls it 'amount'. */
async function withFormPaths<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    const failure = toFailure(error);
    const fields = Object.entries(failure.fieldErrors);
    throw {
      ...failure,
      fieldErrors: Object.fromEntries(fields.map(([path, text]) => [toFormPath(path), text])),
    };
  }
}

const toFormPath = (path: string) => path.replace(/^values\./, '');
