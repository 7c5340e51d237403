import { screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createStaffToken } from '#server/domains/accounts/sessions/staff-token.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { Authenticator } from '#tests/helpers/authenticator.ts';
import { addSecurityKey } from '#tests/helpers/browser-passkeys.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { REASON } from '#tests/helpers/staff.ts';
import {
  confirm,
  fill,
  inDialog,
  press,
  pressInDialog,
  recordMutations,
  showPreview,
  staffWeb,
} from './staff-web.tsx';

const database = testDb();
const MINUTE_MS = 60_000;
let elapsedMs = 0;
const now = () => new Date(Date.now() + elapsedMs);
const app = testApp(database, { now, limits: NO_LIMITS });
const { staff, console, open } = staffWeb(database, app);
const authenticator = new Authenticator();
const CHANGED = 'Someone else changed this in the meantime. Check the latest version and try again.';

beforeAll(async () => {
  const visitor = await app.visitor();
  const { token } = await createStaffToken(app.deps, staff());
  await visitor.trpc('mutation', 'accounts.staffLogin', { token });
  await visitor.fetchCsrfToken();
  const { data } = await visitor.trpc('mutation', 'accounts.passkeys.prepareAdding');
  const passkey = { name: 'Laptop', ...authenticator.create({ challenge: data.challenge }) };
  await visitor.trpc('mutation', 'accounts.passkeys.add', passkey);
});

async function openMember({ passkeyAt = now() } = {}) {
  const member = await makeAccount(database.db);
  await app.deps.sessions.create(member);
  const { user } = await open(`/staff/members/${member.id}`, { passkeyAt });
  await screen.findByRole('heading', { level: 1, name: 'Maria Gomez' });
  const calls = recordMutations();
  const sent = (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input);
  return { member, user, calls, sent };
}

describe('an action of the console', () => {
  test('needs a reason, sends nothing until it is confirmed, and then what was previewed', async () => {
    const { member, user, calls, sent } = await openMember();
    await press(user, 'Correct the name');
    await fill(user, 'First name', 'Marta');
    await pressInDialog(user, 'Continue');
    const dialog = await inDialog();
    expect(await dialog.findByLabelText('Reason')).toHaveAccessibleDescription('Required Field');
    expect(calls).toEqual([]);

    expect(await showPreview(user)).toEqual([
      'The account’s name changes from Maria Gomez to Marta Gomez.',
      'The names on cards don’t change. Correct those on each membership.',
    ]);
    expect(dialog.getByRole('button', { name: 'Back' })).toHaveFocus();
    expect(sent('members.correctName.perform')).toEqual([]);

    await pressInDialog(user, 'Back');
    expect(dialog.getByLabelText('First name')).toHaveFocus();
    expect(dialog.getByLabelText('First name')).toHaveValue('Marta');
    expect(dialog.getByLabelText('Reason')).toHaveValue(REASON);
    await fill(user, 'First name', 'Martina');
    expect(await showPreview(user)).toContain(
      'The account’s name changes from Maria Gomez to Martina Gomez.',
    );
    const message = await confirm(user, 'Correct the name');
    expect(message).toBe('The account’s name is now Martina Gomez.');
    const values = {
      ...{ id: member.id, firstname: 'Martina', lastname: 'Gomez', latinName: '', reason: REASON },
      previous: { firstname: 'Maria', lastname: 'Gomez' },
    };
    expect(sent('members.correctName.preview').at(-1)).toEqual({ values });
    expect(sent('members.correctName.perform')).toEqual([
      { values, reason: REASON, version: expect.any(String) },
    ]);
  });

  test('is sent once if its button is pressed twice, and its result stays until it is closed', async () => {
    const { user, sent } = await openMember();
    await press(user, 'End all sessions');
    await showPreview(user);
    const dialog = await inDialog();
    await user.dblClick(dialog.getByRole('button', { name: 'End all sessions' }));
    expect(await dialog.findByRole('status')).toHaveTextContent('Ended 1 session.');
    expect(sent('members.endSessions.perform')).toHaveLength(1);
    const [, close] = dialog.getAllByRole('button', { name: 'Close' });
    expect(close).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('This account isn’t logged in anywhere.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'End all sessions', hidden: true })).toBeNull();
  });

  test('shows that someone else changed it since the preview, and previews the new state', async () => {
    const { member, user } = await openMember();
    const setType = (type: number) =>
      database.db.updateTable('accounts').set({ accountType: type }).where('id', '=', member.id).execute();
    await press(user, 'Change account type');
    const dialog = await inDialog();
    await user.selectOptions(dialog.getByLabelText('Account type'), 'educator');
    expect(await showPreview(user)).toEqual([`${member.email} changes from basic to educator.`]);
    await setType(1);
    await pressInDialog(user, 'Change account type');
    await waitFor(() => expect(dialog.getByRole('alert')).toHaveFocus());
    expect(dialog.getByRole('alert')).toHaveTextContent(CHANGED);
    await pressInDialog(user, 'Back');
    expect(dialog.getByLabelText('Account type')).toHaveDisplayValue('educator');
    expect(await showPreview(user)).toEqual([`${member.email} changes from influencer to educator.`]);
    expect(await confirm(user, 'Change account type')).toBe(`${member.email} is now educator.`);
  });

  test('asks for a passkey that was used too long ago, keeps the input if it’s declined, then goes on', async () => {
    let isDeclined = true;
    const prompts = addSecurityKey(authenticator, { isDeclined: () => isDeclined });
    const { member, user, sent } = await openMember({
      passkeyAt: new Date(now().getTime() - 11 * MINUTE_MS),
    });
    await press(user, 'Change account type');
    const dialog = await inDialog();
    await user.selectOptions(dialog.getByLabelText('Account type'), 'educator');
    await fill(user, 'Reason', REASON);
    await pressInDialog(user, 'Continue');
    expect(await dialog.findByRole('alert')).toHaveTextContent('Your passkey wasn’t used.');
    expect(dialog.getByLabelText('Account type')).toHaveDisplayValue('educator');
    expect(dialog.getByLabelText('Reason')).toHaveValue(REASON);

    isDeclined = false;
    expect(await showPreview(user)).toHaveLength(1);
    expect(prompts).toEqual(['use', 'use']);
    elapsedMs = 11 * MINUTE_MS;
    expect(await confirm(user, 'Change account type')).toBe(`${member.email} is now educator.`);
    expect(prompts).toHaveLength(3);
    const [refused, repeated] = sent('access.setType.perform');
    expect(repeated).toEqual(refused);
    expect((await console().members.get({ id: member.id })).type).toBe('Educator');
  });
});

describe('[D74] a download of the console', () => {
  const recordDownloads = () => {
    const urls: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function record(
      this: HTMLAnchorElement,
    ) {
      urls.push(this.href);
    });
    return urls;
  };

  test('asks for a passkey that was used too long ago, says so if it’s declined, then starts', async () => {
    let isDeclined = true;
    const prompts = addSecurityKey(authenticator, { isDeclined: () => isDeclined });
    const { user } = await open('/staff/members?q=Maria', {
      passkeyAt: new Date(now().getTime() - 11 * MINUTE_MS),
    });
    const link = await screen.findByRole('link', { name: 'Download CSV', hidden: true });
    const urls = recordDownloads();
    await user.click(link);
    expect(await screen.findByRole('alert')).toHaveTextContent('Your passkey wasn’t used.');
    expect(urls).toEqual([]);

    isDeclined = false;
    await user.click(link);
    await waitFor(() =>
      expect(urls).toEqual([expect.stringContaining('/api/staff/lists/members.csv?q=Maria')]),
    );
    expect(screen.queryByRole('alert')).toBeNull();
    expect(prompts).toEqual(['use', 'use']);

    await user.click(link);
    await waitFor(() => expect(urls).toHaveLength(2));
    expect(prompts).toHaveLength(2);
  });
});
