import { TextInput } from '@mantine/core';
import { valueOrNull } from '#server/lib/readers/reading.ts';
import { readWebAddress } from '#server/lib/readers/web-address.ts';
import '#web/ui/styles/mantine-rest.css';
import { useField } from '#web/ui/form/field-context.tsx';
import classes from '#web/ui/form/form.module.css';

interface UrlFieldProps {
  name: string;
  label: string;
  description?: string;
  optional?: boolean;
  autoComplete?: string;
}

/** Completes an address such as 'joes.com' to a full URL when the user leaves the field. */
export function UrlField({ name, label, optional, description, autoComplete = 'off' }: UrlFieldProps) {
  const field = useField(name, label);
  const value = typeof field.value === 'string' ? field.value : '';

  function completeAddress() {
    const fullAddress = valueOrNull(readWebAddress(value));
    if (fullAddress !== null && fullAddress !== value) field.setValue(fullAddress);
    field.onBlur();
  }

  return (
    <TextInput
      id={field.id}
      name={name}
      type="url"
      inputMode="url"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
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
      value={value}
      error={field.error}
      onChange={(event) => field.setValue(event.currentTarget.value)}
      onBlur={completeAddress}
    />
  );
}
