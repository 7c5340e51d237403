import type { ComponentProps, ReactNode } from 'react';
import { useField } from '#web/components/form/field-context.tsx';
import classes from './search-fields.module.css';
import { ChooseIcon } from './search-icons.tsx';

// The search's own: the other forms' fields bring the library's inputs, which alone weigh as much as this whole page.

interface Labels {
  id: string;
  label: string;
  description?: string | undefined;
  error?: string | undefined;
}

/** Ties an input to what is said above and below it. */
const tied = ({ id, description, error }: Labels) => ({
  id,
  'aria-invalid': error === undefined ? undefined : true,
  'aria-describedby':
    [error && `${id}-error`, description && `${id}-description`].filter(Boolean).join(' ') || undefined,
});

function Labelled({ id, label, description, error, children }: Labels & { children: ReactNode }) {
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

interface SelectProps extends Labels {
  name?: string;
  autoComplete?: string;
  value: string;
  options: readonly { value: string; label: string }[];
  /** Shown while nothing is chosen; its value is the empty text. */
  prompt?: string | undefined;
  onChoose(value: string): void;
}

/** The browser's own list: the quickest to use on a telephone and by keyboard. */
export function Select({ name, autoComplete, value, options, prompt, onChoose, ...labels }: SelectProps) {
  return (
    <Labelled {...labels}>
      <div className={classes.select}>
        <select
          {...tied(labels)}
          name={name}
          autoComplete={autoComplete}
          value={value}
          onChange={(event) => onChoose(event.currentTarget.value)}
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
    </Labelled>
  );
}

/** Its value's name in the search, and its words. */
interface FieldProps {
  name: string;
  label: string;
  description?: string;
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

type SelectFieldProps = FieldProps & Pick<SelectProps, 'options' | 'prompt' | 'autoComplete'>;

export function SelectField(props: SelectFieldProps) {
  const { id, value, error, setValue } = useField(props.name, props.label);
  return <Select {...props} id={id} error={error} value={text(value)} onChoose={setValue} />;
}

type TextFieldProps = FieldProps &
  Pick<ComponentProps<'input'>, 'autoComplete' | 'autoCapitalize' | 'inputMode' | 'maxLength'>;

export function TextField({ label, description, ...input }: TextFieldProps) {
  const { id, value, error, setValue } = useField(input.name, label);
  const labels = { id, label, description, error };
  return (
    <Labelled {...labels}>
      <input
        {...input}
        {...tied(labels)}
        type="text"
        value={text(value)}
        onChange={(event) => setValue(event.currentTarget.value)}
        className={classes.input}
      />
    </Labelled>
  );
}
