import { TextInput } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { type ReactNode, useState } from 'react';
import { useField } from '#web/ui/form/field-context.tsx';
import classes from './tax-number-field.module.css';

interface TaxNumberFieldProps {
  name: string;
  label: string;
  description: ReactNode;
  /** Foreign tax numbers may be longer and may contain letters. */
  isForeign?: boolean;
  maxLength?: number;
}

/**
 * Masks a tax number or an account number. It isn't a password field, because the browser would offer to save
 * and autofill it.
 */
export function TaxNumberField({
  name,
  label,
  description,
  isForeign = false,
  maxLength = isForeign ? 40 : 20,
}: TaxNumberFieldProps) {
  const field = useField(name, label);
  const [isVisible, setVisible] = useState(false);
  return (
    <TextInput
      id={field.id}
      name={name}
      label={label}
      description={description}
      value={typeof field.value === 'string' ? field.value : ''}
      error={field.error}
      onChange={(event) => field.setValue(event.currentTarget.value)}
      onBlur={field.onBlur}
      inputMode={isForeign ? 'text' : 'numeric'}
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      maxLength={maxLength}
      data-masked={!isVisible || undefined}
      classNames={{ input: classes.input }}
      rightSectionWidth="4.5rem"
      rightSection={
        <button
          type="button"
          className={classes.toggle}
          aria-label={`${isVisible ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
          onClick={() => setVisible(!isVisible)}
        >
          {isVisible ? 'Hide' : 'Show'}
        </button>
      }
    />
  );
}
