import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { listMessages } from '#server/domains/content/messages/message.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { startWeb } from '#tests/helpers/web.tsx';

const database = testDb();
let elapsedMs = 0;
const app = testApp(database, { limits: NO_LIMITS, now: () => new Date(Date.now() + elapsedMs) });
const web = startWeb(app);
const requests = () => listMessages(database.db, { kind: 'educator', suspected: false });

beforeEach(async () => {
  elapsedMs = 0;
  await makePlans(database.db);
  await database.db.deleteFrom('messages').execute();
});

type User = Awaited<ReturnType<typeof web.open>>['user'];
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Serve Your Community' }));
const submit = (form: Awaited<ReturnType<typeof dialog>>) =>
  form.getByRole('button', { name: 'Request information' });

async function fillIn(user: User, form: Awaited<ReturnType<typeof dialog>>) {
  await user.type(await form.findByLabelText('Name'), 'Zoë Park');
  await user.type(form.getByLabelText('Email'), 'zoe@example.com');
  await user.type(form.getByLabelText('ZIP code'), '10001');
  await user.click(form.getByRole('checkbox', { name: 'Educators' }));
}

/** Makes the next call of this procedure fail before it reaches the server. */
function failNextRequest(name: string) {
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    if (!String(call[0]).includes(name)) return realFetch(...call);
    vi.stubGlobal('fetch', realFetch);
    throw new TypeError('Failed to fetch');
  });
}

describe("[S2 home, S2 home header] the 'Serve Your Community' form", () => {
  test('opens from the home page’s header, and closes back to the home page', async () => {
    const { user } = await web.open('/');
    const header = within(screen.getByRole('banner'));
    await user.click(header.getByRole('link', { name: 'Request Information' }));
    const form = await dialog();
    expect(window.location.search).toBe('?request=information');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(window.location.search).toBe('');
    expect(form.queryByText('Thank you!')).not.toBeInTheDocument();
  });

  test('[S5 educator info] disables Send while a field is invalid, and shows a field’s error when it loses focus', async () => {
    const { user } = await web.open('/?request=information');
    const form = await dialog();
    expect(submit(form)).toBeDisabled();
    await user.click(await form.findByLabelText('Name'));
    await user.tab();
    expect(form.getByLabelText('Name')).toHaveAccessibleDescription('Required Field');
    await user.type(form.getByLabelText('Email'), 'zoe');
    await user.tab();
    expect(form.getByLabelText('Email')).toHaveAccessibleDescription('Invalid Email');
    await user.click(form.getByLabelText('ZIP code'));
    await user.tab();
    expect(form.getByLabelText('ZIP code')).toHaveAccessibleDescription('Required Field');
    // Tab through all four choices and past them.
    await user.tab();
    await user.tab();
    expect(form.queryByText('Please select at least one department')).not.toBeInTheDocument();
    await user.tab();
    await user.tab();
    expect(form.getByText('Please select at least one department')).toBeVisible();
  });

  test('[S3 educator info] has the four departments and an optional phone', async () => {
    await web.open('/?request=information');
    const form = await dialog();
    expect((await form.findAllByRole('checkbox')).map((box) => box.getAttribute('value'))).toEqual([
      'Businesses',
      'Influencers',
      'Educators',
      'Membership',
    ]);
    expect(form.getByLabelText('Phone (optional)')).toHaveAttribute('autocomplete', 'tel');
  });

  test('[S9 trial, educator form] thanks the person, and promises a call only with a phone number', async () => {
    const { user } = await web.open('/?request=information');
    const form = await dialog();
    await fillIn(user, form);
    elapsedMs = 5_000;
    await user.click(submit(form));
    const thanks = await form.findByRole('heading', { name: 'Thank you!' });
    await waitFor(() => expect(thanks).toHaveFocus());
    expect(form.queryByText(/within 7 days/)).not.toBeInTheDocument();
    expect(await requests()).toMatchObject([{ name: 'Zoë Park', email: 'zoe@example.com' }]);
    await user.click(form.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('[S8 educator] shows a failure above the form, keeps the input, and can be sent again', async () => {
    const { user } = await web.open('/?request=information');
    const form = await dialog();
    await fillIn(user, form);
    elapsedMs = 5_000;
    failNextRequest('content.requestEducatorInfo');
    await user.click(submit(form));
    expect(await form.findByRole('alert')).toHaveTextContent('There was an Error');
    expect(form.getByLabelText('Name')).toHaveValue('Zoë Park');
    expect(await requests()).toEqual([]);
    await user.click(submit(form));
    expect(await form.findByRole('heading', { name: 'Thank you!' })).toBeVisible();
    expect(await requests()).toHaveLength(1);
  });

  test('states when we call if there is a phone number', async () => {
    const { user } = await web.open('/?request=information');
    const form = await dialog();
    await fillIn(user, form);
    await user.type(form.getByLabelText('Phone (optional)'), '(801) 555-0100');
    elapsedMs = 5_000;
    await user.click(submit(form));
    expect(await form.findByText('We got your request. We’ll contact you within 7 days.')).toBeVisible();
  });
});
