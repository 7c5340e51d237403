import { type Kysely, sql } from 'kysely';

/** The catalog says what each plan is, so that no code has to know plan numbers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('plans')
    // A card that a company pays for and one of its employees carries.
    .addColumn('is_employee_card', 'boolean', (c) => c.notNull().defaultTo(false))
    // What a company buys for itself: it bills the employees' cards and is no card.
    .addColumn('is_company_plan', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute();
  await sql`update plans set is_employee_card = true where id in (3, 4)`.execute(db);
  // Members and cashiers know this plan by its longer name, which the code used to hold.
  await sql`update plans set is_company_plan = true, name = 'Corporate Group' where id = 5`.execute(db);
}
