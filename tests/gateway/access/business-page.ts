import { WEEKDAYS } from '#server/domains/stores/hours.shared.ts';
import { makePng } from '#tests/helpers/pictures.ts';
import { type Row, row } from './row.ts';
import type { Actor, World } from './world.ts';

const location = {
  phone: '(555) 010-0111',
  street1: '1600 Broadway',
  city: 'Denver',
  state: 'CO',
  zip: '80202',
  hours: WEEKDAYS.map(() => ({ isOpen: true, opens: '09:00', closes: '17:00' })),
};
type OwnPage = Awaited<ReturnType<World['page']['withPage']>>;

/** Creates a row for a call that only the owner of a business may make. */
const ownersRow = (entryPoint: string, input: (page: OwnPage) => unknown): Row =>
  row(entryPoint, 'L + + + + + + N', async ({ rows }: Actor, world) => ({
    input: input(await world.page.withPage(rows.account)),
  }));

export const BUSINESS_PAGE_ROWS: readonly Row[] = [
  row(
    'query savings.business',
    'm + + + + + + m',
    async (_, world) => ({ input: { slug: await world.page.slugOf(world.membersStoreId) } }),
    (answer) => answer.includes('For members alone'),
  ),
  row('mutation savings.countAction', '+ + + + + + + .', async (_, world) => ({
    input: { slug: await world.page.slugOf(world.membersStoreId), action: 'opened' },
  })),
  row('query favorites.list', 'L + + + + + + .', () => ({})),
  row('mutation favorites.add', 'L + + + + + + .', async ({ rows }, world) => {
    const { businessId } = await world.page.withPage(rows.account);
    return { input: { businessId } };
  }),
  row('mutation favorites.remove', 'L + + + + + + .', async ({ rows }, world) => {
    const { businessId } = await world.page.withPage(rows.account);
    return { input: { businessId } };
  }),
  row('query businesses.figures', 'L + + + + + + N', async ({ rows }, world) => {
    await world.withBusiness(rows.account);
    return {};
  }),
  ownersRow('mutation businesses.changeDescription', () => ({ description: 'Bread' })),
  ownersRow('mutation businesses.saveLocation', () => ({ ...location, id: null, version: '' })),
  ownersRow('mutation businesses.removeLocation', (page) => page.location),
  ownersRow('mutation businesses.changePhotos', ({ photo }) => ({
    photos: [{ id: photo.id, alt: 'Bread' }],
  })),
  ownersRow('mutation businesses.removePhoto', ({ photo }) => ({ id: photo.id })),
  row('POST /api/business/photos', 'L + + + + + + N', async ({ rows }, world) => {
    await world.page.withPage(rows.account);
    return { payload: makePng(16, 16), headers: { 'content-type': 'image/png' } };
  }),
  row('GET /files/photos/:name', '+ + + + + + + .', async ({ rows }, world) => ({
    url: (await world.page.withPage(rows.account)).photo.file,
  })),
  row('GET /sitemap-pages.xml', '+ + + + + + + .', () => ({})),
  row('GET /sitemap-businesses-:part.xml', '+ + + + + + + .', () => ({
    url: '/sitemap-businesses-1-of-1.xml',
  })),
];
