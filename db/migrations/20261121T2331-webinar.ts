import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webinar_codes')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    // In upper case.
    .addColumn('code', 'text', (c) => c.notNull().unique())
    .addColumn('started_at', 'timestamptz')
    .addColumn('finished_at', 'timestamptz')
    // Which of the two offers was chosen. It can be chosen only once.
    .addColumn('selection', 'text')
    .addColumn('selected_at', 'timestamptz')
    .addColumn('survey', 'jsonb')
    // The account whose signup redeemed the code.
    .addColumn('account_id', 'uuid', (c) => c.references('accounts.id'))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addCheckConstraint('webinar_codes_code', sql`code = upper(code) and code <> ''`)
    .addCheckConstraint(
      'webinar_codes_selection',
      sql`selection in ('SELECTED_SURVEY', 'SELECTED_SIGN_UP') and (selection is null) = (selected_at is null)`,
    )
    .execute();

  // The reward owed for a code, and whether staff have sent it (D35).
  await db.schema
    .createTable('webinar_rewards')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('webinar_code_id', 'uuid', (c) => c.notNull().unique().references('webinar_codes.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    // The reward as it was promised. The settings may change later.
    .addColumn('amount', 'text', (c) => c.notNull())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('detail', 'text')
    .addColumn('owed_at', 'timestamptz', (c) => c.notNull())
    .addColumn('sent_at', 'timestamptz')
    .addCheckConstraint('webinar_rewards_kind', sql`kind in ('lunch', 'gift-card')`)
    .execute();
  await sql`create index webinar_rewards_owed on webinar_rewards (owed_at) where sent_at is null`.execute(db);
}
