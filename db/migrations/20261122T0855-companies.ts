import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('memberships')
    // When another employee card replaced this one. The card is invalid from then on, regardless of its
    // subscription's status.
    .addColumn('ended_at', 'timestamptz')
    // When an account claimed the membership. Null if the account bought it.
    .addColumn('claimed_at', 'timestamptz')
    .execute();

  // A company that buys cards for its employees. One per account.
  await db.schema
    .createTable('companies')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid', (c) => c.notNull().unique().references('accounts.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('reference', 'uuid', (c) => c.references('accounts.id'))
    .addColumn('street1', 'text', (c) => c.notNull())
    .addColumn('street2', 'text')
    .addColumn('city', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('zip', 'text', (c) => c.notNull())
    .addColumn('country', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    // The promo code from the registration form, as typed (D24). It is validated at checkout.
    .addColumn('code', 'text')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .execute();

  // What the company entered about the holder of each card.
  await db.schema
    .createTable('company_cards')
    .addColumn('membership_id', 'uuid', (c) => c.primaryKey().references('memberships.id'))
    .addColumn('company_id', 'uuid', (c) => c.notNull().references('companies.id'))
    .addColumn('email', 'text')
    .addColumn('phone', 'text', (c) => c.notNull())
    // The employee's address. All null if mail goes to the company's address (D29).
    .addColumn('street1', 'text')
    .addColumn('street2', 'text')
    .addColumn('city', 'text')
    .addColumn('state', 'text')
    .addColumn('zip', 'text')
    .addColumn('country', 'text')
    // The price of each yearly renewal, before a promo code.
    .addColumn('yearly_cents', 'int4', (c) => c.notNull())
    // When the invitation was last queued.
    .addColumn('invited_at', 'timestamptz')
    .addCheckConstraint(
      'company_cards_address',
      sql`num_nonnulls(street1, city, state, zip, country) in (0, 5)`,
    )
    .execute();
  // Lists a company's cards in the order of purchase, because ids are time-ordered.
  await sql`create index company_cards_company on company_cards (company_id, membership_id)`.execute(db);
  // The cards whose holders the invitation job hasn't emailed yet.
  await sql`create index company_cards_uninvited on company_cards (company_id)
    where email is not null and invited_at is null`.execute(db);

  // Prevents buying two corporate plans (D31): an account can have only one open purchase of one.
  await sql`create unique index purchases_open_corporate on purchases (account_id)
    where kind = 'corporate' and status in ('pending', 'requires_action')`.execute(db);
}
