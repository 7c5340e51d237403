import { type Kysely, sql } from 'kysely';

/** Describes each plan with flags, so that code needn't compare plan ids. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('plans')
    // A card that a company pays for and an employee uses.
    .addColumn('is_employee_card', 'boolean', (c) => c.notNull().defaultTo(false))
    // The company's own plan, which bills its employees' cards. It is not a card itself.
    .addColumn('is_company_plan', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute();
  await sql`update plans set is_employee_card = true where id in (3, 4)`.execute(db);
  // Members and cashiers know this plan by its longer name, which was hard-coded before.
  await sql`update plans set is_company_plan = true, name = 'Corporate Group' where id = 5`.execute(db);
}
