import type { ComponentProps, ReactNode } from 'react';
import { icon } from '#web/ui/icons.tsx';
import classes from './search-fields.module.css';

// These fields are plain inputs, because Mantine's would double the size of this page.

const ChooseIcon = icon(<path d="M7.5 9L12 4.5 16.5 9M7.5 15l4.5 4.5 4.5-4.5" />);

interface Labels {
  id: string;
  label: string;
  description?: string | undefined;
  error?: string | undefined;
}

/** Links an input to its description and its error for screen readers. */
const buildInputAttributes = ({ id, description, error }: Labels) => ({
  id,
  'aria-invalid': error === undefined ? undefined : true,
  'aria-describedby':
    [error && `${id}-error`, description && `${id}-description`].filter(Boolean).join(' ') || undefined,
});

function LabeledField({ id, label, description, error, children }: Labels & { children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {description === undefined ? null : (
        <p id={`${id}-description`} className={classes.description}>
          {description}
        </p>
      )}
      {children}
      {error === undefined ? null : (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}

interface FieldProps extends Labels {
  name?: string;
  autoComplete?: string;
  value: string;
  onChange(value: string): void;
}

interface SelectProps extends FieldProps {
  options: readonly { value: string; label: string }[];
  /** The label of the empty option. */
  prompt?: string;
}

/** Uses the browser's native select, which is easiest to use on phones and with a keyboard. */
export function Select({ name, autoComplete, value, options, prompt, onChange, ...labels }: SelectProps) {
  return (
    <LabeledField {...labels}>
      <div className={classes.select}>
        <select
          {...buildInputAttributes(labels)}
          name={name}
          autoComplete={autoComplete}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          className={classes.input}
        >
          {prompt === undefined ? null : <option value="">{prompt}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChooseIcon size={24} />
      </div>
    </LabeledField>
  );
}

type TextInputProps = FieldProps &
  Pick<ComponentProps<'input'>, 'autoCapitalize' | 'inputMode' | 'maxLength'>;

export function TextInput({ id, label, description, error, onChange, ...input }: TextInputProps) {
  const labels = { id, label, description, error };
  return (
    <LabeledField {...labels}>
      <input
        {...input}
        {...buildInputAttributes(labels)}
        type="text"
        onChange={(event) => onChange(event.currentTarget.value)}
        className={classes.input}
      />
    </LabeledField>
  );
}
