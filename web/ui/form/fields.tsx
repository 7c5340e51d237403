import { Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useField } from './field-context.tsx';
import classes from './form.module.css';

interface CommonProps {
  /** The path in the form's values, such as 'email' or 'members.0.name'. */
  name: string;
  label: string;
  description?: ReactNode;
  optional?: boolean;
  /** The HTML autocomplete token. Use 'off' where autofill would be wrong. */
  autoComplete?: string;
}

interface TextFieldProps extends CommonProps {
  type?: 'text' | 'email' | 'tel' | 'url' | 'date';
  inputMode?: 'text' | 'email' | 'tel' | 'url' | 'numeric' | 'decimal';
  maxLength?: number;
  autoCapitalize?: 'words' | 'none' | 'characters';
  /** True if this field takes focus when its modal opens. */
  initialFocus?: boolean | undefined;
}

const toText = (value: unknown) => (typeof value === 'string' ? value : '');

function formatLabel(label: string, optional: boolean | undefined): ReactNode {
  if (!optional) return label;
  return (
    <>
      {label} <span className={classes.optional}>(optional)</span>
    </>
  );
}

export function TextField({ name, label, optional, initialFocus, type = 'text', ...input }: TextFieldProps) {
  const field = useField(name, label);
  return (
    <TextInput
      {...input}
      data-autofocus={initialFocus || undefined}
      id={field.id}
      name={name}
      type={type}
      label={formatLabel(label, optional)}
      value={toText(field.value)}
      error={field.error}
      onChange={(event) => field.setValue(event.currentTarget.value)}
      onBlur={field.onBlur}
      spellCheck={type === 'text' ? undefined : false}
    />
  );
}

export function EmailField(props: Partial<CommonProps> & Pick<TextFieldProps, 'initialFocus'>) {
  return (
    <TextField
      name="email"
      label="Email"
      {...props}
      type="email"
      inputMode="email"
      autoComplete={props.autoComplete ?? 'email'}
      autoCapitalize="none"
    />
  );
}

export function PhoneField(props: Partial<CommonProps>) {
  return (
    <TextField
      name="phone"
      label="Phone"
      {...props}
      type="tel"
      inputMode="tel"
      autoComplete={props.autoComplete ?? 'tel'}
    />
  );
}

export function PasswordField({ name, label, optional, ...input }: CommonProps) {
  const field = useField(name, label);
  return (
    <PasswordInput
      {...input}
      id={field.id}
      name={name}
      label={formatLabel(label, optional)}
      value={toText(field.value)}
      error={field.error}
      onChange={(event) => field.setValue(event.currentTarget.value)}
      onBlur={field.onBlur}
      visibilityToggleButtonProps={{ 'aria-label': `Show ${label.toLowerCase()}`, tabIndex: 0 }}
    />
  );
}

export function TextAreaField({ name, label, optional, ...input }: CommonProps & { rows?: number }) {
  const field = useField(name, label);
  return (
    <Textarea
      {...input}
      id={field.id}
      name={name}
      label={formatLabel(label, optional)}
      value={toText(field.value)}
      error={field.error}
      onChange={(event) => field.setValue(event.currentTarget.value)}
      onBlur={field.onBlur}
    />
  );
}

interface SelectFieldProps extends CommonProps {
  options: readonly { value: string; label: string }[];
  /** The label of the empty option. */
  prompt?: string;
}

/** Uses the browser's native select, which works best on phones and with a keyboard. */
export function SelectField({ name, label, optional, options, prompt, ...input }: SelectFieldProps) {
  const field = useField(name, label);
  return (
    <NativeSelect
      {...input}
      id={field.id}
      name={name}
      label={formatLabel(label, optional)}
      value={toText(field.value)}
      error={field.error}
      onChange={(event) => field.setValue(event.currentTarget.value)}
      onBlur={field.onBlur}
    >
      {prompt === undefined ? null : <option value="">{prompt}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  );
}

interface CheckboxFieldProps extends Omit<CommonProps, 'label' | 'optional' | 'autoComplete'> {
  /** The visible label, which may contain links. */
  children: ReactNode;
  /** The field's name in the error summary. */
  label: string;
  onChange?: (isChecked: boolean) => void;
}

export function CheckboxField({ name, label, children, description, onChange }: CheckboxFieldProps) {
  const field = useField(name, label);
  return (
    <Checkbox
      id={field.id}
      name={name}
      className={classes.checkbox}
      label={children}
      description={description}
      checked={field.value === true}
      aria-invalid={field.error === undefined ? undefined : true}
      error={field.error}
      onChange={({ currentTarget: { checked } }) => {
        field.setValue(checked);
        onChange?.(checked);
      }}
      onBlur={field.onBlur}
    />
  );
}
