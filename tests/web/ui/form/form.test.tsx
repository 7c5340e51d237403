import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { EmailField, NameField, PhoneField, TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';

test('a form is sent once, even if Enter is pressed again before React has rendered', () => {
  const onSubmit = vi.fn(() => new Promise<void>(() => {}));
  render(
    <Form
      initial={{ name: '' }}
      schema={z.object({ name: z.string() })}
      onSubmit={onSubmit}
      submitLabel="Send"
    >
      <TextField name="name" label="Name" />
    </Form>,
  );
  const form = screen.getByLabelText<HTMLInputElement>('Name').form;
  if (form === null) throw new Error('The field has no form');
  fireEvent.submit(form);
  fireEvent.submit(form);
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('[D68] a field shows how its text was read when the user leaves it, but leaves alone what can’t be read', () => {
  render(
    <Form
      initial={{ email: '', phone: '', name: '' }}
      schema={z.object({})}
      onSubmit={() => Promise.resolve()}
      submitLabel="Send"
    >
      <EmailField />
      <PhoneField />
      <NameField name="name" label="Name" />
    </Form>,
  );
  const leave = (label: string, typed: string) => {
    const field = screen.getByLabelText(label);
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.blur(field);
    return field;
  };
  expect(leave('Email', 'mailto:zoe@Example.com')).toHaveValue('zoe@example.com');
  expect(leave('Email', 'zoe')).toHaveValue('zoe');
  expect(leave('Email', '')).toHaveValue('');
  expect(leave('Phone', '303\u2013555\u20110100 ext. 12')).toHaveValue('303-555-0100 ext. 12');
  expect(leave('Name', 'Zoë\u200B  O’Brien')).toHaveValue("Zoë O'Brien");
});
