import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { queuePhysicalCard } from '#server/domains/memberships/physical-card/physical-card.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makeBusiness } from '#tests/helpers/factories/store.ts';
import { CARD_ADDRESS } from '#tests/helpers/purchases/physical-card.ts';
import { press, recordMutations, showPreview, staffWeb } from './staff-web.tsx';

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });
const { staff, open } = staffWeb(database, app);

const PAGE_SIZE = 50;
const nameOf = (index: number) => `Acme ${String(index).padStart(2, '0')}`;

beforeAll(async () => {
  for (let index = 1; index <= PAGE_SIZE + 2; index++) {
    const isHidden = index === 3;
    await makeBusiness(database.db, {
      name: nameOf(index),
      createdAt: new Date('2026-11-22T02:04:00Z'),
      ...(isHidden && { isListed: false, staffListing: 'hidden' }),
    });
  }
});

const table = (name: string) => screen.findByRole('table', { name, hidden: true });

/** Waits until the list has these rows, by the text of their links. */
const expectRows = (names: string[]) =>
  waitFor(async () => {
    const links = within(screen.getByRole('table', { hidden: true })).getAllByRole('link', { hidden: true });
    expect(links.map(({ textContent }) => textContent).filter((text) => text?.startsWith('Acme'))).toEqual(
      names,
    );
  });

const follow = async (user: UserEvent, name: string | RegExp) =>
  user.click(await screen.findByRole('link', { name, hidden: true }));

const address = () => `${window.location.pathname}${window.location.search}`;
const goBack = () => window.history.back();
const allNames = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => nameOf(first + index));

describe('a list of the console', () => {
  test('has its page, filters, and search in the URL; a change starts at page 1, and Back restores it', async () => {
    const { user } = await open('/staff/businesses?q=Acme');
    await expectRows(allNames(1, PAGE_SIZE));
    const search = screen.getByRole('searchbox', { hidden: true });
    expect(search).toHaveValue('Acme');
    expect(screen.queryByRole('link', { name: 'First page', hidden: true })).toBeNull();
    await follow(user, 'Next page');
    await expectRows(allNames(PAGE_SIZE + 1, PAGE_SIZE + 2));
    expect(address()).toMatch(/^\/staff\/businesses\?q=Acme&after=\w+$/);
    expect(screen.queryByRole('link', { name: 'Next page', hidden: true })).toBeNull();

    await user.selectOptions(screen.getByLabelText('Listing'), 'Hidden by staff');
    await expectRows([nameOf(3)]);
    expect(address()).toBe('/staff/businesses?q=Acme&state=hidden');
    await user.selectOptions(screen.getByLabelText('National'), 'No');
    await user.selectOptions(screen.getByLabelText('Listing'), 'Listed');
    await user.clear(search);
    await user.type(search, ' Acme 0 ');
    await expectRows([1, 2, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50].map(nameOf));
    expect(search).toHaveValue(' Acme 0 ');
    expect(address()).toBe('/staff/businesses?q=Acme+0&state=listed&national=no');
    expect(screen.getByRole('link', { name: 'Download CSV', hidden: true })).toHaveAttribute(
      'href',
      '/api/staff/lists/businesses.csv?q=Acme+0&state=listed&national=no',
    );

    goBack();
    await expectRows(allNames(1, PAGE_SIZE));
    expect(address()).toBe('/staff/businesses?q=Acme');
    expect(search).toHaveValue('Acme');
    expect(screen.getByLabelText('Listing')).toHaveDisplayValue('All');
  });

  test('opens as its URL says, sorts by a column in both directions, and links to each row', async () => {
    const { user } = await open('/staff/businesses?state=hidden&sort=added.desc&color=red');
    await expectRows([nameOf(3)]);
    expect(screen.getByLabelText('Listing')).toHaveDisplayValue('Hidden by staff');
    const header = (name: RegExp) => screen.getByRole('columnheader', { name, hidden: true });
    expect(header(/^Added/)).toHaveAttribute('aria-sort', 'descending');
    expect(screen.getByRole('cell', { name: /Nov.21,.2026, 7:04.PM/, hidden: true })).toBeInTheDocument();
    await follow(user, /^Name/);
    await waitFor(() => expect(header(/^Name/)).toHaveAttribute('aria-sort', 'ascending'));
    expect(address()).toBe('/staff/businesses?state=hidden');
    await follow(user, /^Name/);
    await waitFor(() => expect(header(/^Name/)).toHaveAttribute('aria-sort', 'descending'));
    expect(address()).toBe('/staff/businesses?state=hidden&sort=name.desc');
    await follow(user, nameOf(3));
    expect(await screen.findByRole('heading', { level: 1, name: nameOf(3) })).toBeInTheDocument();
  });

  test('says why it has no rows', async () => {
    const { user } = await open('/staff/promo-codes');
    expect(await screen.findByText('Nothing here yet')).toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText('Status'), 'Stopped');
    expect(await screen.findByText('Nothing found')).toBeInTheDocument();
    window.history.pushState(null, '', '/staff/promo-codes/uses');
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(await screen.findByText('Search to see the list')).toBeInTheDocument();
  });

  test('can be loaded again after an error', async () => {
    const { user } = await open('/staff/businesses?state=hidden');
    await expectRows([nameOf(3)]);
    const setPasskeyAt = (passkeyAt: Date | null) =>
      database.db.updateTable('sessions').set({ passkeyAt }).where('accountId', '=', staff().id).execute();
    await setPasskeyAt(null);
    await user.selectOptions(screen.getByLabelText('Listing'), 'All');
    expect(await screen.findByRole('alert')).toHaveTextContent('Please use your passkey to continue.');
    expect(screen.queryByRole('table', { hidden: true })).toBeNull();
    await setPasskeyAt(app.deps.now());
    await press(user, 'Try again');
    await expectRows(allNames(1, PAGE_SIZE));
  });
});

describe('rows that are selected', () => {
  async function queueCard(recipient: string): Promise<string> {
    const membership = await makeMembership(database.db);
    await inTransaction(database.db, (trx) =>
      queuePhysicalCard(trx, {
        membershipId: membership.id,
        recipient,
        email: 'maria@example.com',
        address: CARD_ADDRESS,
        requestedAt: new Date(),
        isReplacement: false,
      }),
    );
    const { id } = await database.db
      .selectFrom('physicalCardRequests')
      .select('id')
      .where('membershipId', '=', membership.id)
      .executeTakeFirstOrThrow();
    return id;
  }

  test('are all acted on, but not those that a filter has hidden', async () => {
    const [ann, bob] = [await queueCard('Ann Smith'), await queueCard('Bob Lee')];
    await queueCard('Cid Moe');
    const { user } = await open('/staff/cards');
    const calls = recordMutations();
    const list = within(await table('Physical cards'));
    const box = (name: RegExp) => list.getByRole('checkbox', { name, hidden: true });
    await user.click(box(/^Select all/));
    expect(screen.getByText('3 selected')).toBeInTheDocument();
    await user.click(box(/^Select Cid Moe/));
    expect(screen.getByText('2 selected')).toBeInTheDocument();
    expect(box(/^Select all/)).not.toBeChecked();
    await press(user, 'Print cards');
    expect(await showPreview(user)).toHaveLength(2);
    expect(calls.at(-1)?.input).toMatchObject({ values: { ids: [ann, bob] } });
    await user.keyboard('{Escape}');

    await user.type(screen.getByRole('searchbox', { hidden: true }), 'bob');
    expect(await screen.findByText('1 selected')).toBeInTheDocument();
    await press(user, 'Print cards');
    expect(await showPreview(user)).toHaveLength(1);
    expect(calls.at(-1)?.input).toMatchObject({ values: { ids: [bob] } });
  });
});
