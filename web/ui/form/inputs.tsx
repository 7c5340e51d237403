import type { ComponentProps, ReactNode } from 'react';
import { icon } from '#web/ui/icons.tsx';
import classes from './inputs.module.css';

// Plain inputs that look like Mantine's, which would make up an eighth of a page's scripts and are slow to
// render.

const ChooseIcon = icon(<path d="M7.5 9L12 4.5 16.5 9M7.5 15l4.5 4.5 4.5-4.5" />);

interface Labels {
  id: string;
  label: ReactNode;
  description?: ReactNode;
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

interface InputProps extends Labels {
  name?: string;
  autoComplete?: string | undefined;
  value: string;
  onChange(value: string): void;
  onBlur?: () => void;
}

interface SelectProps extends InputProps {
  options: readonly { value: string; label: string }[];
  /** The label of the empty option. */
  prompt?: string | undefined;
}

/** Uses the browser's native select, which works best on phones and with a keyboard. */
export function Select({ id, label, description, error, options, prompt, onChange, ...select }: SelectProps) {
  const labels = { id, label, description, error };
  return (
    <LabeledField {...labels}>
      <div className={classes.select}>
        <select
          {...select}
          {...buildInputAttributes(labels)}
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

type TextInputProps = InputProps &
  Pick<ComponentProps<'input'>, 'type' | 'autoCapitalize' | 'inputMode' | 'maxLength' | 'spellCheck'> & {
    'data-autofocus'?: true | undefined;
  };

export function TextInput({ id, label, description, error, onChange, ...input }: TextInputProps) {
  const labels = { id, label, description, error };
  return (
    <LabeledField {...labels}>
      <input
        type="text"
        {...input}
        {...buildInputAttributes(labels)}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={classes.input}
      />
    </LabeledField>
  );
}

export function TextArea({
  id,
  label,
  description,
  error,
  onChange,
  ...area
}: InputProps & { rows?: number | undefined }) {
  const labels = { id, label, description, error };
  return (
    <LabeledField {...labels}>
      <textarea
        {...area}
        {...buildInputAttributes(labels)}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={classes.input}
      />
    </LabeledField>
  );
}
