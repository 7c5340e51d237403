import { type Kysely, sql } from 'kysely';

/** The columns of a business that each of its stores copies, because the search filters and sorts by them. */
const SEARCHED = ['name_key', 'search_name', 'categories', 'is_national', 'is_listed'] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  // U.S. ZIP codes and their centers. `city_key` is the normalized city name.
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
    // The owner's account. Null if staff listed the business.
    .addColumn('account_id', 'uuid', (c) => c.references('accounts.id').unique())
    // The business's id in the file that it was imported from. Importing the file again updates this row.
    .addColumn('import_key', 'text', (c) => c.unique())
    .addColumn('name', 'text', (c) => c.notNull())
    // The lowercase name, which lists are sorted by (D16).
    .addColumn('name_key', sql`text collate "C"`, (c) => c.notNull())
    // The normalized words of the name, separated by single spaces.
    .addColumn('search_name', sql`text collate "C"`, (c) => c.notNull())
    // Category numbers. The first is the business's main category (D33).
    .addColumn('categories', sql`int2[]`, (c) => c.notNull())
    .addColumn('is_premier', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('is_national', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('is_listed', 'boolean', (c) => c.notNull().defaultTo(true))
    // Only members can see the promotions (D32).
    .addColumn('is_members_only', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('logo', 'text')
    .addColumn('url', 'text')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addCheckConstraint(
      'businesses_categories',
      sql`cardinality(categories) between 1 and 19 and 1 <= all (categories) and 19 >= all (categories)`,
    )
    // The target of the foreign key that keeps the copies in `stores` current.
    .addUniqueConstraint('businesses_searched', ['id', ...SEARCHED])
    .execute();

  await db.schema
    .createTable('promotions')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('business_id', 'uuid', (c) => c.notNull().references('businesses.id').onDelete('cascade'))
    .addColumn('position', 'int2', (c) => c.notNull())
    .addColumn('code', 'text')
    // Sanitized HTML.
    .addColumn('info', 'text', (c) => c.notNull())
    .addColumn('url', 'text')
    .addColumn('additional_url', 'text')
    // The last valid day. Null if the promotion doesn't expire.
    .addColumn('valid_until', 'date')
    .addColumn('is_online', 'boolean', (c) => c.notNull().defaultTo(false))
    .addUniqueConstraint('promotions_position', ['business_id', 'position'])
    .execute();

  await createStores(db);
}

/**
 * One row per location. It includes the columns of the business that a search needs, so that a covering index
 * is enough to answer it. The foreign key keeps these copies current. Columns that depend on other columns
 * are generated, so no writer can forget to update them.
 */
async function createStores(db: Kysely<unknown>): Promise<void> {
  await sql`create function category_mask(categories int2[]) returns int4
    language sql immutable strict parallel safe
    return (select bit_or(1 << category) from unnest(categories) as category)`.execute(db);
  await db.schema
    .createTable('stores')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('business_id', 'uuid', (c) => c.notNull())
    // The location's id in the file that it was imported from.
    .addColumn('import_key', 'text')
    .addColumn('street1', 'text')
    .addColumn('street2', 'text')
    .addColumn('city', 'text')
    .addColumn('state', 'text')
    .addColumn('zip', 'text')
    .addColumn('country', 'text', (c) => c.notNull().defaultTo('US'))
    .addColumn('phone', 'text')
    // Degrees. Null for a national business without a location.
    .addColumn('latitude', 'float8')
    .addColumn('longitude', 'float8')
    .addColumn('name_key', sql`text collate "C"`, (c) => c.notNull())
    .addColumn('search_name', sql`text collate "C"`, (c) => c.notNull())
    .addColumn('categories', sql`int2[]`, (c) => c.notNull())
    .addColumn('is_national', 'boolean', (c) => c.notNull())
    .addColumn('is_listed', 'boolean', (c) => c.notNull())
    // The quarter-degree square that contains the store, counted from the South Pole and the 180th meridian.
    .addColumn('cell', 'int4', (c) =>
      c
        .generatedAlwaysAs(
          sql`(floor((latitude + 90) * 4))::int4 * 1440 + (floor((longitude + 180) * 4))::int4`,
        )
        .stored(),
    )
    // Like `cell`, for squares of a sixteenth of a degree.
    .addColumn('block', 'int4', (c) =>
      c
        .generatedAlwaysAs(
          sql`(floor((latitude + 90) * 16))::int4 * 5760 + (floor((longitude + 180) * 16))::int4`,
        )
        .stored(),
    )
    // The location on a sphere of radius 1. The angle between two such vectors gives the distance.
    .addColumn('ux', 'float8', (c) =>
      c.generatedAlwaysAs(sql`cos(radians(latitude)) * cos(radians(longitude))`).stored(),
    )
    .addColumn('uy', 'float8', (c) =>
      c.generatedAlwaysAs(sql`cos(radians(latitude)) * sin(radians(longitude))`).stored(),
    )
    .addColumn('uz', 'float8', (c) => c.generatedAlwaysAs(sql`sin(radians(latitude))`).stored())
    // The rank of the main category's name in alphabetical order. The nth number is for category n.
    .addColumn('type', 'int2', (c) =>
      c
        .notNull()
        .generatedAlwaysAs(
          sql`(array[11, 4, 17, 16, 19, 5, 10, 9, 8, 6, 13, 2, 18, 12, 3, 1, 15, 14, 7]::int2[])[categories[1]]`,
        )
        .stored(),
    )
    // Bit n is set if the store is in category n.
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
  // Vacuum often: an index-only scan is slow on pages that have changed since the last vacuum.
  await sql`alter table stores set (autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`.execute(db);
}
