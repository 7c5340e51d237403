import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { migrateToLatest } from '#db/migrate.ts';
import { up } from '#db/migrations/20261128T2350-mailbox-key.ts';
import { up as cleanMailPreferences } from '#db/migrations/20261129T1003-clean-mail-preferences.ts';
import { readEmail } from '#server/lib/readers/email.ts';
import { mailboxKey } from '#server/lib/readers/mailbox.ts';
import { valueOrNull } from '#server/lib/readers/reading.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { BOTH_DATABASES } from './both-databases.ts';

describe.each(BOTH_DATABASES)('on $name', ({ open }) => {
  const database = open();

  async function findKey(email: string): Promise<string | undefined> {
    const { rows } = await sql<{ key: string }>`select mailbox_key(${email}) as key`.execute(database.db);
    return rows[0]?.key;
  }

  test('[D69] a mailbox has the same key in the database as in code', async () => {
    const local = fc.stringMatching(/^[A-Za-z0-9]([A-Za-z0-9.+_-]{0,12}[A-Za-z0-9])?$/);
    const domain = fc.constantFrom(
      'example.com',
      'gmail.com',
      'googlemail.com',
      'mail.gmail.com',
      'xn--mnchen-3ya.de',
    );
    await fc.assert(
      fc.asyncProperty(local, domain, async (name, host) => {
        const email = valueOrNull(readEmail(`${name}@${host}`));
        if (email !== null) expect(await findKey(email)).toBe(mailboxKey(email));
      }),
    );
  });

  test('[D68] the migration mends addresses with invisible characters, but makes no duplicates', async () => {
    const { db } = database;
    const alone = await makeAccount(db, { email: '\u200Balone@example.com' });
    const quoted = await makeAccount(db, { email: 'o’brien@example.com' });
    const hidden = await makeAccount(db, { email: 'Taken\uFEFF@example.com' });
    const visible = await makeAccount(db, { email: 'taken@example.com' });
    const twins = [
      await makeAccount(db, { email: 'twin\u200B@example.com' }),
      await makeAccount(db, { email: '\u00ADtwin@example.com' }),
    ];
    await sql`drop index if exists purchases_mailbox, accounts_mailbox`.execute(db);
    await sql`drop function mailbox_key`.execute(db);
    await migrateToLatest(database.client, { '99991231T2359-again': { up } });
    const rows = await db.selectFrom('accounts').select(['id', 'email']).execute();
    const emailOf = (account: { id: string }) => rows.find(({ id }) => id === account.id)?.email;
    expect([alone, quoted, hidden, visible].map(emailOf)).toEqual([
      'alone@example.com',
      "o'brien@example.com",
      'Taken\uFEFF@example.com',
      'taken@example.com',
    ]);
    expect(twins.map(emailOf).filter((email) => email === 'twin@example.com')).toHaveLength(1);
  });

  test('[D68] newsletter and suppressed addresses lose invisible characters too', async () => {
    const { db } = database;
    const at = new Date();
    const emails = ['\u200Breader@example.com', 'both\uFEFF@example.com', 'both@example.com'];
    for (const email of emails) {
      await db
        .insertInto('newsletterSubscribers')
        .values({ email, suspicion: null, subscribedAt: at })
        .execute();
      await db.insertInto('mailSuppressions').values({ email, reason: 'staff', suppressedAt: at }).execute();
    }
    await migrateToLatest(database.client, { '99991231T2359-clean': { up: cleanMailPreferences } });
    for (const table of ['newsletterSubscribers', 'mailSuppressions'] as const) {
      const rows = await db.selectFrom(table).select('email').orderBy('email').execute();
      expect(rows.map(({ email }) => email)).toEqual(['both@example.com', 'reader@example.com']);
    }
  });
});
