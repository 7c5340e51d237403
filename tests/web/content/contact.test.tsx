import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { listMessages } from '#server/domains/content/messages/message.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeSetting } from '#tests/helpers/factories/content.ts';
import { startWeb } from '#tests/helpers/web.tsx';

const database = testDb();
let elapsedMs = 0;
const app = testApp(database, { limits: NO_LIMITS, now: () => new Date(Date.now() + elapsedMs) });
const web = startWeb(app);
const messages = (suspected = false) => listMessages(database.db, { kind: 'contact', suspected });

beforeEach(async () => {
  elapsedMs = 0;
  await database.db.deleteFrom('messages').execute();
  await makeSetting(database.db, 'responseTime', '24-48 hours');
  await makeSetting(database.db, 'contactHours', 'Mon-Fri 9am-5pm MST');
  await makeSetting(database.db, 'supportEmail', 'help@example.com');
  await makeSetting(database.db, 'supportPhone', '(800) 555-0100');
});

async function writeMessage() {
  const { user, container } = await web.open('/contact');
  await user.type(await screen.findByLabelText('Name'), 'Zoë Park');
  await user.type(screen.getByLabelText('Subject'), 'A card');
  await user.type(screen.getByLabelText('Email'), 'zoe@example.com');
  await user.type(screen.getByLabelText('Message'), 'Is it good in Ohio?');
  const honeypot = container.querySelector<HTMLInputElement>('input[name="website"]');
  if (!honeypot) throw new Error('The form has no hidden field');
  return { user, honeypot, send: () => user.click(screen.getByRole('button', { name: 'Send message' })) };
}

describe('[S2 contact page] /contact', () => {
  test('[S8 contact success] accepts a message and states when we respond', async () => {
    const { send } = await writeMessage();
    elapsedMs = 5_000;
    await send();
    const heading = await screen.findByRole('heading', { level: 2, name: 'Message Sent!' });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(
      screen.getByText('Give us 24-48 hours to review your message and we will be in touch!'),
    ).toBeVisible();
    expect(await messages()).toMatchObject([{ name: 'Zoë Park', email: 'zoe@example.com' }]);
  });

  test('allows a second message immediately', async () => {
    const { user, send } = await writeMessage();
    elapsedMs = 5_000;
    await send();
    await user.click(await screen.findByRole('button', { name: 'Write another message' }));
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
    expect(screen.getByLabelText('Message')).toHaveValue('');
  });

  test("[S5 contact] shows 'Required Field' at every field and in the summary, and sends nothing", async () => {
    const { user } = await web.open('/contact');
    await user.click(await screen.findByRole('button', { name: 'Send message' }));
    for (const name of ['Name', 'Subject', 'Email', 'Message']) {
      await waitFor(() => expect(screen.getByLabelText(name)).toHaveAccessibleDescription('Required Field'));
      expect(screen.getByRole('button', { name: `${name}: Required Field` })).toBeVisible();
    }
    await user.type(screen.getByLabelText('Email'), 'zoe');
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Invalid Email');
    expect(await messages()).toEqual([]);
  });

  test('explains a suspected bot’s refusal, and accepts a person’s second attempt', async () => {
    const { honeypot, send } = await writeMessage();
    // A password manager may fill in the hidden field.
    honeypot.value = 'https://example.com';
    elapsedMs = 5_000;
    await send();
    expect(await screen.findByRole('alert')).toHaveTextContent(/send it again/);
    expect(screen.queryByText('Message Sent!')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Message')).toHaveValue('Is it good in Ohio?');
    expect(await messages()).toEqual([]);
    expect(await messages(true)).toHaveLength(1);

    elapsedMs = 10_000;
    await send();
    expect(await screen.findByText('Message Sent!')).toBeVisible();
    expect(await messages()).toHaveLength(1);
  });

  test('hides the trap field from screens, keyboards, and screen readers', async () => {
    const { honeypot } = await writeMessage();
    expect(honeypot).toHaveAttribute('tabindex', '-1');
    expect(honeypot.closest('[aria-hidden="true"]')).not.toBeNull();
    expect(screen.queryByRole('textbox', { name: /empty/ })).not.toBeInTheDocument();
  });

  test('[S9 contact] shows the other contact options from the settings', async () => {
    await web.open('/contact');
    const otherWays = await screen.findByRole('complementary', { name: 'Other ways to reach us' });
    await waitFor(() => expect(otherWays).toHaveTextContent('Mon-Fri 9am-5pm MST'));
    expect(screen.getAllByRole('link', { name: 'help@example.com' })[0]).toHaveAttribute(
      'href',
      'mailto:help@example.com',
    );
    expect(otherWays.querySelector('a[href="tel:8005550100"]')).toHaveTextContent('(800) 555-0100');
    expect(otherWays.querySelector('a[href="/faq"]')).toHaveTextContent('FAQ');
  });
});
