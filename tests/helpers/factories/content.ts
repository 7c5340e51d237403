import type { Insertable } from 'kysely';
import type { Db } from '#db/client.ts';
import { SEED_CONTRACTS, SEED_POLICIES } from '#db/seed/seed.ts';
import type { MessagesTable } from '#db/tables/content.ts';
import type { PolicyType } from '#server/domains/content/content.schema.ts';
import type { MessageFields } from '#server/domains/content/messages/message.schema.ts';
import { newId } from '#server/lib/ids.ts';

export async function makeSetting(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value, isPublic: true })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Creates the first version of a policy, unless it already exists. */
export async function makePolicy(db: Db, type: PolicyType, html: string): Promise<void> {
  await db
    .insertInto('policies')
    .values({ type, version: 1, html, publishedAt: new Date('2026-11-01T12:00:00Z') })
    .onConflict((conflict) => conflict.columns(['type', 'version']).doNothing())
    .execute();
}

/** Creates the first version of every contract and policy, so that buyers can accept them. */
export async function makeTexts(db: Db): Promise<void> {
  const version = (text: { type: string; publishedAt: Date }) => ({
    type: text.type,
    version: 1,
    html: `<p>${text.type}</p>`,
    publishedAt: text.publishedAt,
  });
  await db
    .insertInto('contracts')
    .values(SEED_CONTRACTS.map(version))
    .onConflict((conflict) => conflict.columns(['type', 'version']).doNothing())
    .execute();
  await db
    .insertInto('policies')
    .values(SEED_POLICIES.map(version))
    .onConflict((conflict) => conflict.columns(['type', 'version']).doNothing())
    .execute();
}

/** Creates a message sent through a form and returns its id. */
export async function makeMessage(
  db: Db,
  overrides: Partial<Omit<Insertable<MessagesTable>, 'fields'>> & { fields?: MessageFields } = {},
): Promise<string> {
  const id = newId();
  const { fields = [{ label: 'Message', value: 'Hello' }], ...rest } = overrides;
  await db
    .insertInto('messages')
    .values({
      id,
      kind: 'contact',
      name: 'Zoë',
      email: 'zoe@example.com',
      digest: id,
      suspicion: null,
      receivedAt: new Date('2026-11-22T10:00:00Z'),
      ...rest,
      fields: JSON.stringify(fields),
    })
    .execute();
  return id;
}

export async function makeSubscriber(db: Db, email: string, suspicion: string | null = null): Promise<void> {
  const subscribedAt = new Date('2026-11-22T10:00:00Z');
  await db.insertInto('newsletterSubscribers').values({ email, suspicion, subscribedAt }).execute();
}
