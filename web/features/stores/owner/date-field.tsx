import { TextInput } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { useField } from '#web/ui/form/field-context.tsx';
import classes from '#web/ui/form/form.module.css';

interface DateFieldProps {
  name: string;
  label: string;
  description?: string;
}

/** An optional date, entered with the browser's date picker. The value is YYYY-MM-DD. */
export function DateField({ name, label, description }: DateFieldProps) {
  const field = useField(name, label);
  return (
    <TextInput
      id={field.id}
      name={name}
      type="date"
      label={
        <>
          {label} <span className={classes.optional}>(optional)</span>
        </>
      }
      description={description}
      value={typeof field.value === 'string' ? field.value : ''}
      error={field.error}
      onChange={(event) => field.setValue(event.currentTarget.value)}
      onBlur={field.onBlur}
    />
  );
}
