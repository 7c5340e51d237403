import { PasswordInput } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { useField } from './field-context.tsx';
import { type CommonProps, formatLabel, toText } from './fields.tsx';

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
