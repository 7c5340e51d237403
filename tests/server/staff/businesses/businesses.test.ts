import { beforeAll, describe, expect, test } from 'vitest';
import { unlistUncoveredBusinesses } from '#server/domains/business-plans/business-plan.service.ts';
import { listTrial } from '#server/domains/business-plans/trial.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { makeTexts } from '#tests/helpers/factories/content.ts';
import { makeOwnedBusiness } from '#tests/helpers/factories/owned-business.ts';
import { makeBusiness, makePlaces, makePromotion, makeStore } from '#tests/helpers/factories/store.ts';

const database = testDb();
const server = testApp(database, { limits: NO_LIMITS });
const CHANGED = 'Someone else changed this in the meantime. Check the latest version and try again.';
const reason = 'The owner called';

let staff: TestAccount;
beforeAll(async () => {
  staff = await makeAccount(database.db, { accountType: 10 });
  await makePlans(database.db);
  await makeTexts(database.db);
  await makePlaces(database.db, [
    { zip: '80202', city: 'Denver', state: 'CO', latitude: 39.75, longitude: -105 },
    { zip: '59718', city: 'Bozeman', state: 'MT', latitude: 45.67, longitude: -111.1 },
  ]);
});

const businesses = () => server.staffCaller(staff).staff.businesses;
const findByName = async (name: string) => (await server.caller().savings.search({ name })).stores;

interface Action<Values> {
  preview(input: { values: Values }): Promise<{ effects: string[]; version: string }>;
  perform(input: { values: Values; reason: string; version: string }): Promise<{ message: string }>;
}

async function act<Values>(action: Action<Values>, values: Values) {
  const { effects, version } = await action.preview({ values });
  const { message } = await action.perform({ values, reason, version });
  return { effects, message };
}

const listAudit = (subject: string) =>
  database.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'reason', 'change'])
    .where('subject', '=', subject)
    .orderBy('at')
    .orderBy('id')
    .execute();

async function readList(input: { search?: string; filters?: Record<string, string>; sort?: string }) {
  const { rows } = await server.staffCaller(staff).staff.lists.read({ list: 'businesses', ...input });
  return rows.map(({ name }) => name);
}

const editOf = async (id: string) => {
  const { version, name, categories, isPremier, isNational, isMembersOnly, logo, url } =
    await businesses().find({ id });
  return { id, version, name, categories, isPremier, isNational, isMembersOnly, logo, url };
};

describe('the list of businesses', () => {
  test('is searched by part of the name, city, ZIP code, and the owner’s email', async () => {
    const owner = await makeAccount(database.db);
    await makeOwnedBusiness(database.db, { accountId: owner.id, businessname: 'Zanzibar Bakery' });
    await makeStore(database.db, {
      business: { name: 'Quiet Harbor' },
      city: 'Port Quimby',
      state: 'ME',
      zip: '04999-1234',
    });
    for (const [search, name] of [
      ['anziba', 'Zanzibar Bakery'],
      ['za', 'Zanzibar Bakery'],
      [owner.email.toUpperCase(), 'Zanzibar Bakery'],
      ['port quimby', 'Quiet Harbor'],
      ['Port Quimby, ME', 'Quiet Harbor'],
      ['04999', 'Quiet Harbor'],
    ] as const) {
      expect([search, await readList({ search })]).toEqual([search, [name]]);
    }
    for (const search of ['Port Quimby, MA', '04998', 'nobody@example.com', '!!!']) {
      expect([search, await readList({ search })]).toEqual([search, []]);
    }
  });

  test('has a filter for each state, plan, category, state of the US, and national businesses', async () => {
    const names = ['Filter Hidden', 'Filter Imported', 'Filter National'];
    await makeStore(database.db, { business: { name: 'Filter Hidden', isListed: false, categories: [1] } });
    await makeStore(database.db, { business: { name: 'Filter Imported', categories: [2] }, state: 'WY' });
    await makeStore(database.db, {
      business: { name: 'Filter National', categories: [3], isNational: true },
    });
    const search = 'filter';
    expect(await readList({ search })).toEqual(names);
    for (const [filter, value, expected] of [
      ['state', 'unlisted', ['Filter Hidden']],
      ['state', 'listed', ['Filter Imported', 'Filter National']],
      ['state', 'hidden', []],
      ['origin', 'imported', names],
      ['origin', 'trial', []],
      ['category', '2', ['Filter Imported']],
      ['place', 'WY', ['Filter Imported']],
      ['national', 'yes', ['Filter National']],
    ] as const) {
      const filters = { [filter]: value };
      expect([filter, value, await readList({ search, filters })]).toEqual([filter, value, expected]);
    }
  });
});

describe('a business', () => {
  test('is shown as members see it; opening its owner’s data is in the audit log', async () => {
    const owner = await makeAccount(database.db);
    const id = await makeOwnedBusiness(database.db, { accountId: owner.id, businessname: 'Seen Bakery' });
    const [found] = await findByName('Seen Bakery');
    const business = await businesses().find({ id });
    expect(business).toMatchObject({ preview: [found], locationCount: 1, owner: { email: owner.email } });
    expect(await listAudit(`account:${owner.id}`)).toMatchObject([{ action: 'open', actorId: staff.id }]);
  });

  test('is edited, which its owner and the search see; a second editor is refused', async () => {
    const owner = await makeAccount(database.db);
    const id = await makeOwnedBusiness(database.db, { accountId: owner.id, businessname: 'Old Bakery' });
    const [first, second] = [await editOf(id), await editOf(id)];
    const changedValues = {
      ...first,
      name: 'Renamed Bakery',
      categories: [9, 4],
      url: 'https://new.example',
    };
    const { effects } = await act(businesses().edit, changedValues);
    expect(effects).toContain('Name: Old Bakery → Renamed Bakery');
    expect(effects).toContain('Categories: Food & Drink → Food & Drink, Retail');
    expect(await findByName('Renamed Bakery')).toMatchObject([{ url: 'https://new.example' }]);
    expect(await server.caller(owner).businesses.mine()).toMatchObject({ businessname: 'Renamed Bakery' });
    await expect(act(businesses().edit, { ...second, name: 'Lost Bakery' })).rejects.toThrow(CHANGED);
    // If two people confirm at the same time, one of them is refused.
    const values = { ...(await editOf(id)), isPremier: true };
    const { version } = await businesses().edit.preview({ values });
    const attempts = [1, 2].map(() => businesses().edit.perform({ values, reason, version }));
    const results = (await Promise.allSettled(attempts)).map(({ status }) => status);
    expect(results.toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await listAudit(`business:${id}`)).toMatchObject([
      { action: 'listing.edit', actorId: staff.id, reason, change: { after: 'name, categories, url' } },
      { action: 'listing.edit', change: { after: 'isPremier' } },
    ]);
  });

  test('gets, changes, and loses locations', async () => {
    const { id } = await makeBusiness(database.db, { name: 'Moving Bakery' });
    const address = {
      street1: '1 Main St',
      street2: '',
      city: '',
      state: 'Montana',
      country: 'US',
      phone: '',
    };
    const location = { ...address, businessId: id, latitude: '', longitude: '' };
    const addedLocation = { ...location, id: null, version: '', zip: '59718' };
    await act(businesses().saveLocation, addedLocation);
    const { locations } = await businesses().locations({ businessId: id });
    expect(locations).toMatchObject([{ state: 'MT', zip: '59718', latitude: 45.67, longitude: -111.1 }]);
    const [{ id: storeId = '', version = '' } = {}] = locations;

    const movedLocation = { ...location, id: storeId, version, state: 'CO', zip: '80202' };
    await act(businesses().saveLocation, movedLocation);
    expect(await findByName('Moving Bakery')).toMatchObject([{ id: storeId, state: 'CO', latitude: 39.75 }]);
    await expect(act(businesses().saveLocation, movedLocation)).rejects.toThrow(CHANGED);
    const staleRemoval = { businessId: id, id: storeId, version };
    await expect(act(businesses().removeLocation, staleRemoval)).rejects.toThrow(CHANGED);
    await expect(act(businesses().saveLocation, { ...addedLocation, zip: '00001' })).rejects.toThrow(
      'We don’t recognize this ZIP code. Please give the latitude and longitude',
    );

    const [{ version: newVersion = '' } = {}] = (await businesses().locations({ businessId: id })).locations;
    const removal = { businessId: id, id: storeId, version: newVersion };
    const { effects } = await act(businesses().removeLocation, removal);
    expect(effects).toContain('It’s the last one, so the business will no longer show up in the search.');
    expect(await findByName('Moving Bakery')).toEqual([]);
  });

  test('gets, changes, and loses promotions; the others keep their headline', async () => {
    const { businessId } = await makeStore(database.db, { business: { name: 'Promoted Bakery' } });
    await makePromotion(database.db, { businessId, info: 'First' });
    await makePromotion(database.db, { businessId, info: 'Second', headline: 'Two for one' });
    const texts = { code: 'NEW', url: '', additionalUrl: '', validUntil: '2099-01-31', isOnline: true };
    const draft = { ...texts, businessId, info: '<p onclick="x()">Third</p>' };
    const offer = { headline: 'Third of three', savesCents: 1_250 };
    const { effects } = await act(businesses().savePromotion, { ...draft, ...offer, id: null, version: '' });
    expect(effects).toEqual(expect.arrayContaining(['One use saves: none → $12.50']));
    const list = async () => (await businesses().find({ id: businessId })).promotions;
    const [first, , third] = await list();
    expect(third).toMatchObject({ info: '<p>Third</p>', code: 'NEW', validUntil: '2099-01-31' });

    const edit = { ...draft, id: third?.id ?? '', version: third?.version ?? '', code: 'NEWER' };
    await act(businesses().savePromotion, edit);
    await expect(act(businesses().savePromotion, edit)).rejects.toThrow(CHANGED);
    const staleRemoval = { businessId, id: edit.id, version: edit.version };
    await expect(act(businesses().removePromotion, staleRemoval)).rejects.toThrow(CHANGED);
    const removal = { businessId, id: first?.id ?? '', version: first?.version ?? '' };
    await act(businesses().removePromotion, removal);
    expect(await list()).toMatchObject([
      { info: 'Second', headline: 'Two for one' },
      { info: '<p>Third</p>', code: 'NEWER', ...offer },
    ]);
    const [, { version = '' } = {}] = await list();
    const blank = { headline: ' ', savesCents: null };
    await act(businesses().savePromotion, { ...edit, version, ...blank });
    expect((await list())[1]).toMatchObject({ code: 'NEWER', headline: null, savesCents: null });
    expect(await findByName('Promoted Bakery')).toMatchObject([{ promotionsCount: 2 }]);
    const actions = (await listAudit(`business:${businessId}`)).map(({ action }) => action);
    expect(actions).toEqual(Array(4).fill('listing.promotion'));
  });
});

describe('hiding and showing a listing', () => {
  const decide = async (action: 'hide' | 'show', id: string) => {
    const { version } = await businesses().find({ id });
    return act(businesses()[action], { id, version });
  };
  const startTrial = async (owner: TestAccount, businessname: string) => {
    return server.caller(owner).businessPlans.startTrial({ businessname, type: 9, zip: '80202' });
  };

  test('[D58] shows a trial’s listing before its owner verified the email, and it stays', async () => {
    const owner = await makeAccount(database.db, { emailVerifiedAt: null });
    const { businessId } = await startTrial(owner, 'Unverified Bakery');
    expect(await findByName('Unverified Bakery')).toEqual([]);
    const { effects } = await decide('show', businessId);
    expect(effects).toContain('No plan or verified trial covers it, so it stays there until staff hide it.');
    expect(await findByName('Unverified Bakery')).toHaveLength(1);
    await unlistUncoveredBusinesses(server.deps);
    expect(await findByName('Unverified Bakery')).toHaveLength(1);
  });

  test('hides a listing until staff show it, whatever its plan does, and then its plan decides', async () => {
    const owner = await makeAccount(database.db);
    const { businessId } = await startTrial(owner, 'Doubtful Bakery');
    expect(await findByName('Doubtful Bakery')).toHaveLength(1);
    const { version } = await businesses().find({ id: businessId });
    await decide('hide', businessId);
    expect(await findByName('Doubtful Bakery')).toEqual([]);
    for (const action of ['hide', 'show'] as const) {
      await expect(act(businesses()[action], { id: businessId, version })).rejects.toThrow(CHANGED);
    }
    await listTrial(server.deps, owner.id);
    await makeOwnedBusiness(database.db, { accountId: owner.id, businessname: 'Doubtful Bakery' });
    expect(await findByName('Doubtful Bakery')).toEqual([]);
    expect(await server.caller(owner).businesses.mine()).toMatchObject({
      isListed: false,
      isHiddenByStaff: true,
    });
    expect(await readList({ search: 'doubtful', filters: { state: 'hidden', origin: 'trial' } })).toEqual([
      'Doubtful Bakery',
    ]);

    await decide('show', businessId);
    expect(await findByName('Doubtful Bakery')).toHaveLength(1);
    expect(await listAudit(`business:${businessId}`)).toMatchObject([
      { action: 'listing.hide', reason, change: { before: 'listed', after: 'hidden' } },
      { action: 'listing.show', reason, change: { before: 'hidden', after: 'listed' } },
    ]);

    const nextYear = new Date(Date.now() + 366 * 86_400_000);
    await unlistUncoveredBusinesses({ ...server.deps, now: () => nextYear });
    expect(await findByName('Doubtful Bakery')).toEqual([]);
  });
});
