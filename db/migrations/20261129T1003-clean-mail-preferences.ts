import { type Kysely, sql } from 'kysely';

/** Invisible characters, of which none belongs in an address. */
const HIDDEN =
  '[\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u2028-\\u202E\\u2060-\\u206F' +
  '\\u2800\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF9-\\uFFFB]';
/** The address that its owner sees (D68). */
const visible = sql`normalize(replace(regexp_replace(email, ${sql.lit(HIDDEN)}, '', 'g'), '’', ''''), nfc)`;
const isOdd = sql`octet_length(email) <> char_length(email) and email <> ${visible}`;

/**
 * Accounts have lost these characters already, so an address that unsubscribed with one would get newsletters
 * again. The address is the key, so rows are replaced.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into newsletter_subscribers (email, suspicion, subscribed_at)
    select ${visible}, suspicion, subscribed_at from newsletter_subscribers where ${isOdd}
    on conflict do nothing`.execute(db);
  await sql`delete from newsletter_subscribers where ${isOdd}`.execute(db);
  await sql`insert into mail_suppressions (email, reason, suppressed_at)
    select ${visible}, reason, suppressed_at from mail_suppressions where ${isOdd}
    on conflict do nothing`.execute(db);
  await sql`delete from mail_suppressions where ${isOdd}`.execute(db);
}
