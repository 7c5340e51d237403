import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { lazySchema } from '#web/ui/form/lazy-schema.ts';

const nickname = z.object({ name: z.string().min(1, 'Choose a name') });

function renderForm(fetchSchema: () => Promise<typeof nickname>) {
  const onSubmit = vi.fn(async () => {});
  render(
    <Form initial={{ name: '' }} schema={lazySchema(fetchSchema)} onSubmit={onSubmit} submitLabel="Send">
      <TextField name="name" label="Name" />
    </Form>,
  );
  return { user: userEvent.setup(), onSubmit };
}

test('loads the rules once, when the visitor enters the form, and validates by them', async () => {
  const fetchSchema = vi.fn(async () => nickname);
  const { user, onSubmit } = renderForm(fetchSchema);
  expect(fetchSchema).not.toHaveBeenCalled();
  await user.click(screen.getByLabelText('Name'));
  expect(fetchSchema).toHaveBeenCalledTimes(1);

  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByLabelText('Name')).toHaveAccessibleDescription('Choose a name');
  expect(onSubmit).not.toHaveBeenCalled();

  await user.type(screen.getByLabelText('Name'), 'Ada');
  expect(screen.getByLabelText('Name')).not.toBeInvalid();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(fetchSchema).toHaveBeenCalledTimes(1);
});

test('sends nothing if the rules could not be loaded, and loads them again on the next attempt', async () => {
  let isOnline = false;
  const { user, onSubmit } = renderForm(async () => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    return nickname;
  });
  await user.type(screen.getByLabelText('Name'), 'Ada');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(onSubmit).not.toHaveBeenCalled();

  isOnline = true;
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
