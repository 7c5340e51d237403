import { type ReactNode, useState } from 'react';
import { Form } from '#web/ui/form/form.tsx';
import type { FormSchema } from '#web/ui/form/validation.ts';
import { Notice } from '#web/ui/page/notice.tsx';

interface RepeatableFormProps<V extends object> {
  initial: V;
  schema: FormSchema<V>;
  onSubmit(values: V): Promise<void>;
  submitLabel: string;
  /** Shown after a successful submission. Omit this if the page shows the result in another way. */
  doneText?: string;
  children: ReactNode;
}

/** A form that stays on the page after a successful submission, reset to its initial values. */
export function RepeatableForm<V extends object>(props: RepeatableFormProps<V>) {
  const { onSubmit, doneText, children, ...form } = props;
  const [submitCount, setSubmitCount] = useState(0);
  return (
    <>
      {submitCount === 0 || doneText === undefined ? null : (
        <Notice key={submitCount} tone="success">
          {doneText}
        </Notice>
      )}
      <Form
        key={`${submitCount} ${JSON.stringify(form.initial)}`}
        {...form}
        onSubmit={async (values) => {
          await onSubmit(values);
          setSubmitCount((count) => count + 1);
        }}
      >
        {children}
      </Form>
    </>
  );
}
