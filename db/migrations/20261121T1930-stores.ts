import { type Kysely, sql } from 'kysely';

/** What a store has of its business, so that it can be searched by it. */
const SEARCHED = ['name_key', 'search_name', 'categories', 'is_national', 'is_listed'] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  // ZIP codes of the United States with their centres; city_key is the city as searched for.
  await db.schema
    .createTable('places')
    .addColumn('zip', 'text', (c) => c.primaryKey())
    .addColumn('city', 'text', (c) => c.notNull())
    .addColumn('city_key', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('latitude', 'float8', (c) => c.notNull())
    .addColumn('longitude', 'float8', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('places_city').on('places').columns(['state', 'city_key']).execute();

  await db.schema
    .createTable('businesses')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    // Null: listed by staff.
    .addColumn('account_id', 'uuid', (c) => c.references('accounts.id').unique())
    // The business's own id in the file that it was imported from: a second import updates it.
    .addColumn('import_key', 'text', (c) => c.unique())
    .addColumn('name', 'text', (c) => c.notNull())
    // The name without regard to case: what sorts go by (D16).
    .addColumn('name_key', sql`text collate "C"`, (c) => c.notNull())
    // Its words as they are searched for, one space between them.
    .addColumn('search_name', sql`text collate "C"`, (c) => c.notNull())
    // Values of SPEC section 3, the first one is the business's type (D33).
    .addColumn('categories', sql`int2[]`, (c) => c.notNull())
    .addColumn('is_premier', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('is_national', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('is_listed', 'boolean', (c) => c.notNull().defaultTo(true))
    // Promotions that non-members do not get to see (D32).
    .addColumn('is_members_only', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('logo', 'text')
    .addColumn('url', 'text')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addCheckConstraint(
      'businesses_categories',
      sql`cardinality(categories) between 1 and 19 and 1 <= all (categories) and 19 >= all (categories)`,
    )
    // What stores copy.
    .addUniqueConstraint('businesses_searched', ['id', ...SEARCHED])
    .execute();

  await db.schema
    .createTable('promotions')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('business_id', 'uuid', (c) => c.notNull().references('businesses.id').onDelete('cascade'))
    .addColumn('position', 'int2', (c) => c.notNull())
    .addColumn('code', 'text')
    // HTML that was sanitised on its way in.
    .addColumn('info', 'text', (c) => c.notNull())
    .addColumn('url', 'text')
    .addColumn('additional_url', 'text')
    // The last day on which it holds; null: until it is taken away.
    .addColumn('valid_until', 'date')
    .addColumn('is_online', 'boolean', (c) => c.notNull().defaultTo(false))
    .addUniqueConstraint('promotions_position', ['business_id', 'position'])
    .execute();

  await createStores(db);
}

/**
 * One row for each location, with what the search needs of its business: the covering indexes then answer alone. The
 * foreign key keeps those copies equal, and what follows from other columns is generated: no writer can forget it.
 */
async function createStores(db: Kysely<unknown>): Promise<void> {
  await sql`create function category_mask(categories int2[]) returns int4
    language sql immutable strict parallel safe
    return (select bit_or(1 << category) from unnest(categories) as category)`.execute(db);
  await db.schema
    .createTable('stores')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('business_id', 'uuid', (c) => c.notNull())
    // The location's own id in the file that it was imported from.
    .addColumn('import_key', 'text')
    .addColumn('street1', 'text')
    .addColumn('street2', 'text')
    .addColumn('city', 'text')
    .addColumn('state', 'text')
    .addColumn('zip', 'text')
    .addColumn('country', 'text', (c) => c.notNull().defaultTo('US'))
    .addColumn('phone', 'text')
    // Degrees; null: a national business's listing without a place.
    .addColumn('latitude', 'float8')
    .addColumn('longitude', 'float8')
    .addColumn('name_key', sql`text collate "C"`, (c) => c.notNull())
    .addColumn('search_name', sql`text collate "C"`, (c) => c.notNull())
    .addColumn('categories', sql`int2[]`, (c) => c.notNull())
    .addColumn('is_national', 'boolean', (c) => c.notNull())
    .addColumn('is_listed', 'boolean', (c) => c.notNull())
    // A quarter of a degree each way, numbered from the south pole and the date line.
    .addColumn('cell', 'int4', (c) =>
      c
        .generatedAlwaysAs(
          sql`(floor((latitude + 90) * 4))::int4 * 1440 + (floor((longitude + 180) * 4))::int4`,
        )
        .stored(),
    )
    // The same by sixteenths of a degree.
    .addColumn('block', 'int4', (c) =>
      c
        .generatedAlwaysAs(
          sql`(floor((latitude + 90) * 16))::int4 * 5760 + (floor((longitude + 180) * 16))::int4`,
        )
        .stored(),
    )
    // The place on a ball of radius 1: the angle between two of them is their distance.
    .addColumn('ux', 'float8', (c) =>
      c.generatedAlwaysAs(sql`cos(radians(latitude)) * cos(radians(longitude))`).stored(),
    )
    .addColumn('uy', 'float8', (c) =>
      c.generatedAlwaysAs(sql`cos(radians(latitude)) * sin(radians(longitude))`).stored(),
    )
    .addColumn('uz', 'float8', (c) => c.generatedAlwaysAs(sql`sin(radians(latitude))`).stored())
    // The type's place among the category names in alphabetical order; position n stands for category n.
    .addColumn('type', 'int2', (c) =>
      c
        .notNull()
        .generatedAlwaysAs(
          sql`(array[11, 4, 17, 16, 19, 5, 10, 9, 8, 6, 13, 2, 18, 12, 3, 1, 15, 14, 7]::int2[])[categories[1]]`,
        )
        .stored(),
    )
    // Bit n stands for category n.
    .addColumn('category_mask', 'int4', (c) =>
      c.notNull().generatedAlwaysAs(sql`category_mask(categories)`).stored(),
    )
    .addForeignKeyConstraint(
      'stores_business',
      ['business_id', ...SEARCHED],
      'businesses',
      ['id', ...SEARCHED],
      (key) => key.onUpdate('cascade').onDelete('cascade'),
    )
    .addUniqueConstraint('stores_import_key', ['business_id', 'import_key'])
    .addCheckConstraint(
      'stores_place',
      sql`(latitude is null) = (longitude is null) and latitude between -90 and 90
        and longitude >= -180 and longitude < 180`,
    )
    .execute();
  // A change of an index entry is cheap, an index-only scan over pages that were not vacuumed is not.
  await sql`alter table stores set (autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`.execute(db);
}
