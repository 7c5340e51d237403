import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { TextField } from '#web/ui/form/fields.tsx';
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
