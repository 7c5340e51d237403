import type { ReactNode } from 'react';
import { readEmail } from '#server/lib/readers/email.ts';
import { readName } from '#server/lib/readers/name.ts';
import { readPhone } from '#server/lib/readers/phone.ts';
import { type Reading, valueOrNull } from '#server/lib/readers/reading.ts';
import { useField } from './field-context.tsx';
import classes from './form.module.css';
import { Select, TextArea, TextInput } from './inputs.tsx';

export interface CommonProps {
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
  /** Shows how the text was read when the user leaves the field. */
  read?: ((text: string) => Reading) | undefined;
}

export const toText = (value: unknown) => (typeof value === 'string' ? value : '');

export function formatLabel(label: string, optional: boolean | undefined): ReactNode {
  if (!optional) return label;
  return (
    <>
      {label} <span className={classes.optional}>(optional)</span>
    </>
  );
}

export function TextField(props: TextFieldProps) {
  const { name, label, optional, initialFocus, read, type = 'text', ...input } = props;
  const field = useField(name, label);
  const text = toText(field.value);

  function leave() {
    const cleanText = read === undefined || text === '' ? null : valueOrNull(read(text));
    if (cleanText !== null && cleanText !== text) field.setValue(cleanText);
    field.onBlur();
  }

  return (
    <TextInput
      {...input}
      data-autofocus={initialFocus || undefined}
      id={field.id}
      name={name}
      type={type}
      label={formatLabel(label, optional)}
      value={text}
      error={field.error}
      onChange={field.setValue}
      onBlur={leave}
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
      read={readEmail}
      type="email"
      inputMode="email"
      autoComplete={props.autoComplete ?? 'email'}
      autoCapitalize="none"
    />
  );
}

/** A person's name, or a part of it. */
export function NameField(props: CommonProps & Pick<TextFieldProps, 'initialFocus'>) {
  return <TextField {...props} read={readName} autoCapitalize="words" />;
}

export function PhoneField(props: Partial<CommonProps>) {
  return (
    <TextField
      name="phone"
      label="Phone"
      {...props}
      read={readPhone}
      type="tel"
      inputMode="tel"
      autoComplete={props.autoComplete ?? 'tel'}
    />
  );
}

export function TextAreaField({ name, label, optional, ...input }: CommonProps & { rows?: number }) {
  const field = useField(name, label);
  return (
    <TextArea
      {...input}
      id={field.id}
      name={name}
      label={formatLabel(label, optional)}
      value={toText(field.value)}
      error={field.error}
      onChange={field.setValue}
      onBlur={field.onBlur}
    />
  );
}

interface SelectFieldProps extends CommonProps {
  options: readonly { value: string; label: string }[];
  /** The label of the empty option. */
  prompt?: string;
}

export function SelectField({ name, label, optional, ...input }: SelectFieldProps) {
  const field = useField(name, label);
  return (
    <Select
      {...input}
      id={field.id}
      name={name}
      label={formatLabel(label, optional)}
      value={toText(field.value)}
      error={field.error}
      onChange={field.setValue}
      onBlur={field.onBlur}
    />
  );
}
