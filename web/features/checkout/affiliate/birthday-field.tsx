import { TextInput } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { useField } from '#web/ui/form/field-context.tsx';
import { maskBirthday } from './birthday-mask.ts';

/** Inserts the slashes while the user types, and accepts autofilled dates. */
export function BirthdayField() {
  const field = useField('birthday', 'Birthday');
  const value = typeof field.value === 'string' ? field.value : '';
  return (
    <TextInput
      id={field.id}
      name="birthday"
      label="Birthday"
      description="Month, day, and year: MM/DD/YYYY"
      value={value}
      error={field.error}
      onChange={(event) => field.setValue(maskBirthday(event.currentTarget.value, value))}
      onBlur={field.onBlur}
      inputMode="numeric"
      autoComplete="bday"
    />
  );
}
