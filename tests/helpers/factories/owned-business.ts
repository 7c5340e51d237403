import { type Db, inTransaction } from '#db/client.ts';
import { saveOwnedBusiness } from '#server/domains/stores/owner/owned-business.service.ts';

type OwnedBusiness = Parameters<typeof saveOwnedBusiness>[1];

/** Creates a listed restaurant in Denver that the account owns, and returns its id. */
export async function makeOwnedBusiness(
  db: Db,
  { accountId, ...overrides }: Partial<OwnedBusiness> & { accountId: string },
): Promise<string> {
  const { businessId } = await inTransaction(db, (trx) =>
    saveOwnedBusiness(trx, {
      accountId,
      businessname: 'Corner Bakery',
      type: 9,
      url: 'https://bakery.example',
      phone: '(555) 010-0111',
      address: {
        street1: '1600 Curtis St',
        street2: null,
        city: 'Denver',
        state: 'CO',
        zip: '80202',
        country: 'US',
      },
      now: new Date(),
      ...overrides,
    }),
  );
  return businessId;
}
