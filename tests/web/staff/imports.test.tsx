import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { continueImport } from '#server/staff/imports/import-run.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { act } from '#tests/helpers/staff.ts';
import { closeDialog, confirm, inDialog, press, pressInDialog, showPreview, staffWeb } from './staff-web.tsx';

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });
const { console, open } = staffWeb(database, app);

beforeAll(() => makePlans(database.db));

const HEADER = 'external_id,email,firstname,lastname,plan,paid_through';
const GOOD = (id: number) => `${id},member${id}@example.com,Maria,Gomez,individual,2099-01-31`;
const BAD = (id: number) => `${id},nobody${id},Maria,Gomez,individual,2099-01-31`;

const makeFile = (rows: string[], name = 'members.csv') =>
  new File([[HEADER, ...rows].join('\n')], name, { type: 'text/csv' });

async function choose(user: UserEvent, file: File): Promise<void> {
  await screen.findByRole('button', { name: 'Upload and check', hidden: true });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('There is no file input');
  await user.upload(input, file);
}

/** Uploads a file in the console. Returns the import's id. */
async function upload(user: UserEvent, file: File): Promise<string> {
  await choose(user, file);
  await press(user, 'Upload and check');
  await screen.findByRole('heading', { level: 1, name: file.name });
  return window.location.pathname.split('/').at(-1) ?? '';
}

/** Runs the job that checks or imports the file. */
const runJob = (id: string) => continueImport(app.deps, id);

function factOf(label: string): string | null | undefined {
  return screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
}

describe('uploading a file', () => {
  test('needs a file that isn’t too large, keeps it if the upload fails, and sends the options', async () => {
    const { user } = await open('/staff/import');
    await press(user, 'Upload and check');
    await screen.findByRole('alert');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Please choose a file.'));
    const huge = makeFile([]);
    Object.defineProperty(huge, 'size', { value: 50 * 1024 ** 2 + 1 });
    await choose(user, huge);
    await press(user, 'Upload and check');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('at most 50 MB'));

    await choose(user, makeFile([GOOD(1)]));
    await user.click(screen.getByLabelText('Members who weren’t invited before'));
    const originalFetch = globalThis.fetch;
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      if (!String(call[0]).startsWith('/api/staff/imports')) return originalFetch(...call);
      vi.stubGlobal('fetch', originalFetch);
      throw new TypeError('Failed to fetch');
    });
    await press(user, 'Upload and check');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('check your connection'));
    await press(user, 'Upload and check');
    expect(await screen.findByText(/^The file is being checked/)).toBeInTheDocument();
    const row = await database.db
      .selectFrom('imports')
      .select(['fileName', 'options'])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ fileName: 'members.csv', options: { invite: 'new' } });
  });
});

describe('an uploaded file', () => {
  test('lists its faults page by page, and is imported only as it was previewed', async () => {
    const { user } = await open('/staff/import');
    const bad = Array.from({ length: 120 }, (_, index) => BAD(1_000 + index));
    const id = await upload(user, makeFile([GOOD(2), GOOD(3), ...bad]));
    expect(await screen.findByRole('progressbar', { hidden: true })).toBeInTheDocument();
    await runJob(id);
    expect(await screen.findByText(/^This is what the import would do/)).toBeInTheDocument();
    expect([factOf('New'), factOf('Refused')]).toEqual(['2', '120']);
    const lines = () =>
      within(screen.getByRole('table', { name: 'Errors by line', hidden: true }))
        .getAllByRole('row', { hidden: true })
        .slice(1)
        .map((row) => row.textContent);
    await waitFor(() => expect(lines()[0]).toBe('4emailInvalid Email'));
    await press(user, 'Next lines');
    await waitFor(() => expect(lines().at(-1)).toBe('123emailInvalid Email'));
    expect(screen.queryByRole('button', { name: 'Next lines', hidden: true })).toBeNull();
    await press(user, 'First lines');
    await waitFor(() => expect(lines()[0]).toBe('4emailInvalid Email'));
    expect(screen.getByRole('link', { name: 'Download the refused rows', hidden: true })).toHaveAttribute(
      'href',
      `/api/staff/import-errors/${id}.csv`,
    );

    await press(user, 'Import');
    expect((await showPreview(user))[0]).toBe('members.csv: 2 new, 0 changed, 0 unchanged, 120 refused');
    expect(await confirm(user, 'Import')).toBe('The import has started.');
    await closeDialog(user);
    expect(await screen.findByText(/^The import is running/)).toBeInTheDocument();
    await runJob(id);
    expect(await screen.findByText('The import is finished.')).toBeInTheDocument();
    expect(factOf('New')).toBe('2 of 2');
    expect(screen.queryByRole('button', { name: 'Cancel import', hidden: true })).toBeNull();
  });

  test('isn’t imported if someone canceled it after the preview', async () => {
    const { user } = await open('/staff/import');
    const id = await upload(user, makeFile([GOOD(4)]));
    await runJob(id);
    await press(user, 'Import');
    await showPreview(user);
    await act(console().imports.cancel, { id });
    await pressInDialog(user, 'Import');
    expect(await (await inDialog()).findByRole('alert')).toHaveTextContent('Someone else changed this');
    await closeDialog(user);
    expect(await screen.findByText(/^This import was canceled/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Import', hidden: true })).toBeNull();
  });

  test('[D73] that has other columns and values is mapped first; an error loses no choice', async () => {
    const { user } = await open('/staff/import');
    const lines = [
      'Mail,Who,Card,Until',
      'a@example.com,Ann Lee,Gold,03/04/2099',
      'b@example.com,Bo Day,Old,05/06/2099',
    ];
    const id = await upload(user, new File([lines.join('\n')], 'cards.csv', { type: 'text/csv' }));
    await runJob(id);
    const select = async (label: string, option: string) =>
      user.selectOptions(await screen.findByLabelText(label), option);
    await select('Import Who as', 'Full name');
    expect(screen.getByText('Not imported: Card, Until')).toBeInTheDocument();
    await press(user, 'Check the file');
    const summary = await screen.findByRole('alert', { hidden: true });
    expect(summary).toHaveTextContent('No column has it, so enter it here for all rows');
    await select('Import Card as', 'Plan');
    await select('Plan Gold means', 'Individual');
    await select('Plan Old means', 'Skip these rows');
    await select('Import Until as', 'Last paid day');
    await press(user, 'Check the file');
    await waitFor(() =>
      expect(screen.getByRole('alert', { hidden: true })).toHaveTextContent('Choose how the file'),
    );
    await user.click(screen.getByLabelText(/^Month first/));
    expect(screen.getByText('03/04/2099 → 2099-03-04')).toBeInTheDocument();
    await press(user, 'Check the file');
    expect(await screen.findByText(/^The file is being checked/)).toBeInTheDocument();
    await runJob(id);
    expect(await screen.findByText(/^This is what the import would do/)).toBeInTheDocument();
    expect([factOf('New'), factOf('Refused'), factOf('Skipped')]).toEqual(['1', '0', '1']);
  });

  test('that can’t be read says why, and offers nothing', async () => {
    const { user } = await open('/staff/import');
    const id = await upload(user, new File(['%PDF-1.7'], 'names.csv', { type: 'text/csv' }));
    await runJob(id);
    expect(await screen.findByText(/isn’t a text file/, { selector: '[role="status"]' })).toBeInTheDocument();
    for (const name of ['Import', 'Cancel import']) {
      expect(screen.queryByRole('button', { name, hidden: true })).toBeNull();
    }
    expect(screen.queryByText('New', { selector: 'dt' })).toBeNull();
  });
});
