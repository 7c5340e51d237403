import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('memberships')
    // An employee's card that another took the place of: void from then on, whatever its subscription says.
    .addColumn('ended_at', 'timestamptz')
    // When somebody took it into their account; null for what an account bought for itself.
    .addColumn('claimed_at', 'timestamptz')
    .execute();

  // Who buys cards for employees (SPEC section 2, Corporate purchase flow): one for an account.
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
    // A promo code as typed, which the payment begins with (D24); judged when it is used.
    .addColumn('code', 'text')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .execute();

  // What the company said of the holder of each of its cards.
  await db.schema
    .createTable('company_cards')
    .addColumn('membership_id', 'uuid', (c) => c.primaryKey().references('memberships.id'))
    .addColumn('company_id', 'uuid', (c) => c.notNull().references('companies.id'))
    .addColumn('email', 'text')
    .addColumn('phone', 'text', (c) => c.notNull())
    // The employee's own address; all null where things go to the company's (D29).
    .addColumn('street1', 'text')
    .addColumn('street2', 'text')
    .addColumn('city', 'text')
    .addColumn('state', 'text')
    .addColumn('zip', 'text')
    .addColumn('country', 'text')
    // What the card costs at each renewal, before a promo code.
    .addColumn('yearly_cents', 'int4', (c) => c.notNull())
    // When the invitation went into the outbox the last time.
    .addColumn('invited_at', 'timestamptz')
    .addCheckConstraint(
      'company_cards_address',
      sql`num_nonnulls(street1, city, state, zip, country) in (0, 5)`,
    )
    .execute();
  // The company's page, in the order of purchase: ids are time-ordered.
  await sql`create index company_cards_company on company_cards (company_id, membership_id)`.execute(db);
  // Whom the job that invites still has to write to.
  await sql`create index company_cards_uninvited on company_cards (company_id)
    where email is not null and invited_at is null`.execute(db);

  // Two purchases of a corporate plan by one account would be two plans (D31): one may be open at a time.
  await sql`create unique index purchases_open_corporate on purchases (account_id)
    where kind = 'corporate' and status in ('pending', 'requires_action')`.execute(db);
}
