import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('plans')
    .addColumn('id', 'int2', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    // The plan's name in the order summary, which can differ from the name on the card (D1).
    .addColumn('order_summary_name', 'text', (c) => c.notNull())
    .addColumn('slug', 'text', (c) => c.unique())
    .addColumn('price_cents', 'int4', (c) => c.notNull())
    .addColumn('billing_interval', 'text', (c) => c.notNull())
    .addColumn('is_family', 'boolean', (c) => c.notNull())
    .addColumn('copy', 'jsonb', (c) => c.notNull())
    .addCheckConstraint('plans_kind', sql`kind in ('consumer', 'corporate', 'business', 'addon')`)
    .addCheckConstraint('plans_interval', sql`billing_interval in ('month', 'year', 'once')`)
    .addCheckConstraint('plans_price', sql`price_cents >= 0`)
    .execute();

  await db.schema
    .createTable('promo_codes')
    .addColumn('code', 'text', (c) => c.primaryKey())
    .addColumn('amount_off', 'int4')
    .addColumn('percent_off', 'numeric(5, 2)')
    // If the code brings the charge to 0, the buyer needs no card and gets one period (D25).
    .addColumn('is_free', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('is_active', 'boolean', (c) => c.notNull().defaultTo(true))
    .addColumn('valid_from', 'timestamptz')
    .addColumn('valid_until', 'timestamptz')
    .addColumn('max_uses', 'int4')
    .addColumn('max_uses_per_buyer', 'int4')
    // The number of billing periods that the discount lasts. Null for no limit (D42).
    .addColumn('periods', 'int4')
    .addCheckConstraint('promo_codes_code', sql`code = upper(code) and code <> ''`)
    .addCheckConstraint('promo_codes_amount', sql`amount_off > 0`)
    .addCheckConstraint('promo_codes_percent', sql`percent_off > 0 and percent_off <= 100`)
    .addCheckConstraint('promo_codes_one_kind', sql`amount_off is null or percent_off is null`)
    .execute();

  // The plans that a code is limited to, and the recurring price that it sets there, if any. A code without
  // rows applies to every plan.
  await db.schema
    .createTable('promo_code_plans')
    .addColumn('code', 'text', (c) => c.notNull().references('promo_codes.code').onDelete('cascade'))
    .addColumn('plan_id', 'int2', (c) => c.notNull().references('plans.id'))
    .addColumn('recurring_price_cents', 'int4')
    .addPrimaryKeyConstraint('promo_code_plans_pkey', ['code', 'plan_id'])
    .execute();
}
