import { TextInput } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { type ReactNode, useState } from 'react';
import { centsToDollars } from '#server/lib/money.ts';
import { readDollars } from '#server/lib/readers/money.ts';
import { valueOrNull } from '#server/lib/readers/reading.ts';
import { useField } from './field-context.tsx';
import classes from './form.module.css';

interface DollarFieldProps {
  name: string;
  label: string;
  description?: ReactNode;
  optional?: boolean;
}

/** NaN if the text isn't an amount, so that the form's schema refuses it. */
const toCents = (text: string) =>
  text.trim() === '' ? null : (valueOrNull(readDollars(text)) ?? Number.NaN);

function formatDollars(value: unknown): string {
  return typeof value === 'number' && !Number.isNaN(value) ? centsToDollars(value) : '';
}

/** A field for an amount in dollars. The form's value is in cents, or null if the field is blank. */
export function DollarField({ name, label, description, optional = false }: DollarFieldProps) {
  const field = useField(name, label);
  // What the user typed, such as '12.5'. If the form's value differs, something else set it, such as the
  // form's initial values.
  const [text, setText] = useState('');
  const isTyped = Object.is(toCents(text), field.value);
  return (
    <TextInput
      id={field.id}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      leftSection="$"
      label={
        optional ? (
          <>
            {label} <span className={classes.optional}>(optional)</span>
          </>
        ) : (
          label
        )
      }
      description={description}
      value={isTyped ? text : formatDollars(field.value)}
      error={field.error}
      onChange={(event) => {
        setText(event.currentTarget.value);
        field.setValue(toCents(event.currentTarget.value));
      }}
      onBlur={field.onBlur}
    />
  );
}
