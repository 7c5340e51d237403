import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const isTransactional = false;

const CARD_STATE = `(case when returned_at is not null then 'returned' when sent_at is not null then 'sent'
  when print_run_id is not null then 'printed' else 'waiting' end)`;
const CODE_STATE = `(case when selection is not null then selection when finished_at is not null then 'watched'
  when started_at is not null then 'started' else 'new' end)`;
const MESSAGE_STATE = `(case when suspicion is not null then 'suspected' when answered_at is not null then 'answered'
  else 'open' end)`;

/**
 * Indexes for the console's lists: their sort orders, their filters, and searches for part of a name or
 * address.
 */
const INDEXES: Record<string, string> = {
  companies_name: 'companies (lower(name), id)',
  companies_created: 'companies (created_at, id)',
  companies_parts: "companies using gin (lower(name || ' ' || email) gin_trgm_ops)",

  physical_card_requests_requested: 'physical_card_requests (requested_at, id)',
  physical_card_requests_state: `physical_card_requests (${CARD_STATE}, requested_at, id)`,
  physical_card_requests_parts: `physical_card_requests
    using gin (lower(recipient || ' ' || email) gin_trgm_ops)`,

  webinar_codes_created: 'webinar_codes (created_at, id)',
  webinar_codes_state: `webinar_codes (${CODE_STATE}, created_at, id)`,
  // Answered surveys, newest first.
  webinar_codes_surveys: 'webinar_codes (selected_at, id) where survey is not null',
  webinar_codes_survey_parts: `webinar_codes
    using gin (lower((survey->>'businessName') || ' ' || (survey->>'name') || ' ' || (survey->>'email')) gin_trgm_ops)
    where survey is not null`,
  webinar_rewards_owed_at: 'webinar_rewards (owed_at, id)',
  webinar_rewards_unsent: 'webinar_rewards (owed_at, id) where sent_at is null',
  webinar_rewards_parts: "webinar_rewards using gin (lower(recipient || ' ' || email) gin_trgm_ops)",

  messages_received_id: 'messages (received_at, id)',
  messages_state: `messages (${MESSAGE_STATE}, received_at, id)`,
  messages_kind: 'messages (kind, received_at, id)',
  messages_parts: "messages using gin (lower(name || ' ' || email) gin_trgm_ops)",

  newsletter_subscribers_since: 'newsletter_subscribers (subscribed_at, email) where suspicion is null',
};

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(INDEXES)) {
    await createIndexConcurrently(db, name, definition);
  }
}
