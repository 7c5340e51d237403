import { type Kysely, sql } from 'kysely';

/** Invisible characters, of which none belongs in an address. */
const HIDDEN =
  '[\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u2028-\\u202E\\u2060-\\u206F' +
  '\\u2800\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF9-\\uFFFB]';

/** The address that its owner sees (D68). */
const visible = sql<string>`normalize(replace(regexp_replace(email, ${sql.lit(HIDDEN)}, '', 'g'), '’', ''''), nfc)`;
/** True if it has other characters than ASCII. */
const isOdd = sql<boolean>`octet_length(email) <> char_length(email)`;

export async function up(db: Kysely<unknown>): Promise<void> {
  // The same as `mailboxKey`: what all spellings of one mailbox have in common (D69). Immutable, for an index.
  await sql`create function mailbox_key(email text) returns text
    language sql immutable strict parallel safe as $$
      select case
        when address ~ '@(gmail|googlemail)\\.com$' then replace(split_part(address, '@', 1), '.', '') || '@gmail.com'
        else address
      end
      from (select regexp_replace(lower($1), '^([^+@]+)\\+[^@]*@', '\\1@') as address) as untagged
    $$`.execute(db);
  // An account whose visible address another account has stays as it is; `npm run doctor` lists these.
  await sql`update accounts set email = mended.email
    from (
      select distinct on (lower(${visible})) id, ${visible} as email from accounts
      where ${isOdd} order by lower(${visible}), created_at, id
    ) as mended
    where accounts.id = mended.id and accounts.email <> mended.email
      and not exists (
        select from accounts as other where lower(other.email) = lower(mended.email) and other.id <> mended.id
      )`.execute(db);
  for (const table of ['purchases', 'companies', 'company_cards', 'physical_card_requests']) {
    await sql`update ${sql.table(table)} set email = ${visible} where ${isOdd} and email <> ${visible}`.execute(
      db,
    );
  }
}
