import { type ReactNode, useRef, useState } from 'react';
import { type Failure, toFailure } from '#web/lib/errors.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { FieldProvider, useFieldRegistry } from './field-context.tsx';
import classes from './form.module.css';
import type { LazySchema } from './lazy-schema.ts';
import { type FormState, useFormValues } from './use-form-values.ts';
import { type FormSchema, hasErrors, validate } from './validation.ts';

interface FormProps<V extends object> {
  initial: V;
  schema: FormSchema<V> | LazySchema;
  onSubmit(values: V, form: FormState<V>): Promise<void>;
  submitLabel: string;
  /** Use 'danger' for actions that can't be undone. */
  submitVariant?: 'primary' | 'danger';
  /** Shown next to the submit button, for example a 'Forgot your password' link. */
  secondary?: ReactNode;
  /** The heading above a server error. */
  errorHeader?: string;
  /**
   * 'strict' disables the submit button while there are errors, and shows a field's error when the user
   * leaves the field.
   */
  mode?: 'submit' | 'strict';
  children: ReactNode | ((form: FormState<V>) => ReactNode);
}

/**
 * A one-page form. Validates on submit, then revalidates the fields in error while the user corrects them.
 */
export function Form<V extends object>(props: FormProps<V>) {
  const { initial, schema, onSubmit, submitLabel, submitVariant, secondary, errorHeader, children } = props;
  const { mode = 'submit' } = props;
  const isLazy = 'load' in schema;
  const form = useFormValues(() => initial, isLazy ? schema.loaded() : schema);
  const fields = useFieldRegistry();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [hasServerErrors, setHasServerErrors] = useState(false);
  const isSubmitting = useRef(false);

  async function submit() {
    if (isSubmitting.current) return;
    setFailure(null);
    setHasServerErrors(false);
    isSubmitting.current = true;
    setBusy(true);
    try {
      const errors = validate(isLazy ? await schema.load() : schema, form.values);
      if (hasErrors(errors)) return form.showErrors(errors);
      form.clearErrors();
      await onSubmit(form.values, form);
    } catch (error) {
      const submitFailure = toFailure(error);
      if (hasErrors(submitFailure.fieldErrors)) {
        setHasServerErrors(true);
        form.showServerErrors(submitFailure.fieldErrors);
      } else setFailure(submitFailure);
    } finally {
      isSubmitting.current = false;
      setBusy(false);
    }
  }

  /** Ignores errors, because submitting loads the schema again. */
  function preloadSchema() {
    if (isLazy) schema.load().catch(() => {});
  }

  return (
    <FieldProvider
      values={form.values}
      errors={form.errors}
      setAt={form.setAt}
      onBlur={mode === 'strict' ? form.showFieldError : () => undefined}
      fields={fields}
    >
      <form
        // Outside a dialog element, this method submits nothing. Without JavaScript, the values must not
        // leave the page.
        method="dialog"
        noValidate
        className={classes.form}
        onFocus={isLazy ? preloadSchema : undefined}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void submit();
        }}
      >
        <ErrorSummary
          title={hasServerErrors ? errorHeader : undefined}
          summary={form.summary}
          errors={form.errors}
          fields={fields}
        />
        {failure === null ? null : <ErrorBox title={errorHeader} message={failure.message} focus />}
        {typeof children === 'function' ? children(form) : children}
        <div className={classes.actions}>
          <Button
            type="submit"
            variant={submitVariant}
            busy={busy}
            disabled={mode === 'strict' && !form.valid}
          >
            {submitLabel}
          </Button>
          {secondary}
        </div>
      </form>
    </FieldProvider>
  );
}
