import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { PromotionDraft } from './business-draft.schema.ts';

export interface PromotionRow extends PromotionDraft {
  id: string;
  businessId: string;
  /** Numbers a business's promotions without gaps, starting at 1. */
  position: number;
  headline: string | null;
  savesCents: number | null;
}

const readInput = (promotions: readonly PromotionRow[]) =>
  sql`json_to_recordset(${JSON.stringify(promotions)}::json) as input(id uuid, "businessId" uuid,
    position int2, code text, info text, url text, "additionalUrl" text, "validUntil" date, "isOnline" boolean,
    headline text, "savesCents" int)`;

const EXISTING_VALUES = sql`(existing.code, existing.info, existing.url, existing.additional_url,
  existing.valid_until, existing.is_online, existing.headline, existing.saves_cents)`;

/** Matches the businesses' promotions whose position isn't in the input. */
const isRemoved = (businessIds: readonly string[], promotions: readonly PromotionRow[]) =>
  sql`existing.business_id = any(${businessIds}::uuid[]) and not exists (
    select from ${readInput(promotions)}
    where input."businessId" = existing.business_id and input.position = existing.position)`;

/** Replaces all promotions of the businesses. Returns the ids of the businesses whose promotions changed. */
export async function replacePromotions(
  trx: Trx,
  businessIds: readonly string[],
  promotions: readonly PromotionRow[],
): Promise<string[]> {
  const removal = await sql<{ businessId: string }>`
    delete from promotions as existing where ${isRemoved(businessIds, promotions)}
    returning business_id`.execute(trx);
  const upsert = await sql<{ businessId: string }>`
    insert into promotions as existing (id, business_id, position, code, info, url, additional_url, valid_until,
      is_online, headline, saves_cents)
    select id, "businessId", position, code, info, url, "additionalUrl", "validUntil", "isOnline", headline, "savesCents"
    from ${readInput(promotions)}
    on conflict (business_id, position) do update set code = excluded.code, info = excluded.info,
      url = excluded.url, additional_url = excluded.additional_url, valid_until = excluded.valid_until,
      is_online = excluded.is_online, headline = excluded.headline, saves_cents = excluded.saves_cents
    where ${EXISTING_VALUES} is distinct from (excluded.code, excluded.info, excluded.url,
      excluded.additional_url, excluded.valid_until, excluded.is_online, excluded.headline, excluded.saves_cents)
    returning business_id`.execute(trx);
  return [...removal.rows, ...upsert.rows].map(({ businessId }) => businessId);
}

/** Returns the ids of the businesses whose promotions `replacePromotions` would change. */
export async function findChangedPromotions(
  db: Db,
  businessIds: readonly string[],
  promotions: readonly PromotionRow[],
): Promise<string[]> {
  const { rows } = await sql<{ businessId: string }>`
    select existing.business_id from promotions existing where ${isRemoved(businessIds, promotions)}
    union
    select input."businessId" from ${readInput(promotions)} left join promotions existing
      on existing.business_id = input."businessId" and existing.position = input.position
    where existing.id is null or ${EXISTING_VALUES} is distinct from (input.code, input.info, input.url,
      input."additionalUrl", input."validUntil", input."isOnline", input.headline, input."savesCents")`.execute(
    db,
  );
  return rows.map(({ businessId }) => businessId);
}

/** Returns all promotions of the businesses in order, including expired ones. */
export async function findPromotions(db: Db, businessIds: readonly string[]) {
  return db
    .selectFrom('promotions')
    .select([
      ...(['businessId', 'code', 'info', 'url', 'additionalUrl', 'validUntil', 'isOnline'] as const),
      ...(['headline', 'savesCents'] as const),
    ])
    .where('businessId', 'in', businessIds)
    .orderBy('businessId')
    .orderBy('position')
    .execute();
}
