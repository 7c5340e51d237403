import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { RememberedContact } from './remembered-contact.schema.ts';

/**
 * Returns the phone number and address that the account used most recently: in a purchase, for a physical
 * card, or for its company. A purchase of employee cards contains neither.
 */
export async function findRememberedContact(db: Db, accountId: string): Promise<RememberedContact> {
  const { rows } = await sql<{ phone: string | null } & NonNullable<RememberedContact['address']>>`
    select phone, street1, street2, city, state, zip, country from (
      (select cart ->> 'phone' as phone, cart ->> 'street1' as street1, cart ->> 'street2' as street2,
          cart ->> 'city' as city, cart ->> 'state' as state, cart ->> 'zip' as zip,
          cart ->> 'country' as country, settled_at as used_at
        from purchases
        where account_id = ${accountId} and settled_at is not null and cart ? 'street1'
        order by settled_at desc limit 5)
      union all
      (select null, physical_card_requests.street1, physical_card_requests.street2,
          physical_card_requests.city, physical_card_requests.state, physical_card_requests.zip,
          physical_card_requests.country, requested_at
        from physical_card_requests join memberships on memberships.id = membership_id
        where account_id = ${accountId} order by requested_at desc limit 1)
      union all
      (select phone, street1, street2, city, state, zip, country, created_at
        from companies where account_id = ${accountId})
    ) as used order by used_at desc`.execute(db);
  const [latest] = rows;
  if (!latest) {
    const account = await db
      .selectFrom('accounts')
      .select('zip')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    return { phone: null, zip: account.zip, address: null };
  }
  const { phone: _phone, ...address } = latest;
  return {
    phone: rows.find(({ phone }) => phone !== null)?.phone ?? null,
    zip: address.zip,
    address,
  };
}
