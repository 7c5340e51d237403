import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { SectionName } from './table-policy.ts';

/** The account whose data is read or erased. */
export interface DataSubject {
  id: string;
  /** Null until the email is verified, because rows matched only by email may be another person's. */
  verifiedEmail: string | null;
}

type Entry = { key: string } & Record<string, unknown>;
type Section = (subject: DataSubject) => RawBuilder<Entry>;

const ownMemberships = ({ id }: DataSubject) => sql`(select id from memberships where account_id = ${id})`;
const ownPurchases = ({ id }: DataSubject) => sql`(select id from purchases where account_id = ${id}
  union select purchase_id from subscriptions where account_id = ${id})`;
const ownBusinesses = ({ id }: DataSubject) => sql`(select id from businesses where account_id = ${id})`;

/**
 * List all columns by name, so that a new column is never exported by accident. `key` is unique within the
 * section. Password and session hashes, tax and bank account numbers, and the addresses at which phones are
 * notified are left out.
 */
const SECTIONS: Record<SectionName, Section> = {
  account: ({ id }) => sql`select id::text as key, id, email, pending_email, email_verified_at, firstname,
    lastname, latin_name, zip, account_type, is_influencer, is_friend, reference_code, referred_by, provider_customer_id,
    receipt_pdf, created_at from accounts where id = ${id}`,
  sessions: ({ id }) => sql`select id::text as key, id, device, created_at, last_used_at, expires_at
    from sessions where account_id = ${id}`,
  passkeys: ({ id }) => sql`select id::text as key, name, transports, created_at, last_used_at
    from passkeys where account_id = ${id}`,
  memberships: ({ id }) => sql`select memberships.id::text as key, memberships.number, plans.name as plan,
    memberships.firstname, memberships.lastname, memberships.latin_name, memberships.spouse_firstname,
    memberships.spouse_lastname, memberships.spouse_latin_name, memberships.family_members,
    memberships.family_latin_names, memberships.created_at, memberships.claimed_at, memberships.ended_at,
    subscription_id from memberships join plans on plans.id = plan_id where account_id = ${id}`,
  importedMemberships: (subject) => sql`select membership_id::text as key, membership_id, external_id,
    external_number, imported_at, invited_at, started_on from imported_memberships
    where membership_id in ${ownMemberships(subject)}`,
  physicalCards: (subject) => sql`select id::text as key, membership_id, is_replacement, recipient, email,
    street1, street2, city, state, zip, country, requested_at, sent_at from physical_card_requests
    where membership_id in ${ownMemberships(subject)}`,
  walletPasses: (subject) => sql`select membership_id::text as key, membership_id, changed_at, google_saved_at
    from wallet_passes where membership_id in ${ownMemberships(subject)}`,
  walletDevices: (
    subject,
  ) => sql`select device_id || ' ' || membership_id as key, membership_id, registered_at
    from wallet_registrations where membership_id in ${ownMemberships(subject)}`,
  company: ({
    id,
  }) => sql`select id::text as key, id, name, street1, street2, city, state, zip, country, email,
    phone, reference, code, po_number, created_at from companies where account_id = ${id}`,
  companyCards: ({ id }) => sql`select membership_id::text as key, memberships.number, firstname, lastname,
    latin_name, spouse_firstname, spouse_lastname, spouse_latin_name, family_members, family_latin_names,
    company_cards.email, company_cards.phone,
    company_cards.street1, company_cards.street2, company_cards.city, company_cards.state, company_cards.zip,
    company_cards.country, yearly_cents, invited_at, ends_at, returned_at
    from company_cards join memberships on memberships.id = membership_id
      join companies on companies.id = company_id
    where companies.account_id = ${id} or memberships.account_id = ${id}`,
  purchases: (subject) => sql`select id::text as key, id, kind, status, cart, quote, total_cents, promo_code,
    email, card_brand, card_last4, failure_message, created_at, settled_at from purchases
    where id in ${ownPurchases(subject)}`,
  promoCodes: (subject) => sql`select purchase_id::text as key, purchase_id, code, status, held_at
    from promo_holds where purchase_id in ${ownPurchases(subject)}`,
  subscriptions: (subject) => sql`select id::text as key, id, purchase_id, status, period_start, period_end,
    started_at, granted_until, canceled_at, cancel_reason, ended_at, past_due_since, owed_cents, plan_quote, next_plan_quote,
    next_plan_from, card_brand, card_last4, card_expires_at from subscriptions
    where account_id = ${subject.id} or id in
      (select subscription_id from memberships where account_id = ${subject.id} and claimed_at is null)`,
  planUpgrades: (subject) => sql`select purchase_id::text as key, purchase_id, subscription_id,
    plans.name as previous_plan, returned_at from plan_upgrades join plans on plans.id = previous_plan_id
    where purchase_id in ${ownPurchases(subject)}`,
  payments: (
    subject,
  ) => sql`select id::text as key, id, purchase_id, lines, amount_cents, refunded_cents, disputed_cents,
    is_dispute_lost, period_start,
    period_end, paid_at, card_brand, card_last4, payer_name, po_number from payments where purchase_id in ${ownPurchases(subject)}`,
  agreements: (
    subject,
  ) => sql`select id::text as key, contract_type, contract_version, ip, agreed_at, purchase_id
    from agreements where account_id = ${subject.id} or purchase_id in ${ownPurchases(subject)}`,
  businessPlans: ({ id }) => sql`select business_plans.id::text as key, kind, plan_id, purchase_id, programs,
    started_at, ended_at, listed_until from business_plans where account_id = ${id}`,
  business: ({ id }) => sql`select id::text as key, id, name, categories, url, logo, description, is_listed,
    is_national, created_at, promotions_changed_at from businesses where account_id = ${id}`,
  locations: (
    subject,
  ) => sql`select id::text as key, business_id, street1, street2, city, state, zip, country,
    phone, hours, latitude, longitude from stores where business_id in ${ownBusinesses(subject)}`,
  promotions: (subject) => sql`select id::text as key, business_id, code, headline, info, url, additional_url,
    valid_until, is_online, saves_cents from promotions where business_id in ${ownBusinesses(subject)}`,
  businessPhotos: (
    subject,
  ) => sql`select id::text as key, business_id, position, file, alt from business_photos
    where business_id in ${ownBusinesses(subject)}`,
  favorites: ({
    id,
  }) => sql`select business_id::text as key, business_id, businesses.name, favorites.created_at
    from favorites join businesses on businesses.id = business_id where favorites.account_id = ${id}`,
  affiliateSignups: ({ id }) => sql`select id::text as key, role, referrer_id, purchase_id, form, donates,
    signature, signed_at, ip, completed_at from affiliate_signups where account_id = ${id}`,
  referralVisits: ({ id }) => sql`select day::text as key, day::text as day, visits
    from referral_visits where affiliate_id = ${id}`,
  referralLinks: ({ id }) => sql`select name as key, name, created_at from referral_links
    where account_id = ${id}`,
  referralLinkVisits: ({ id }) => sql`select link || ' ' || day::text as key, link, day::text as day, visits
    from referral_link_visits where affiliate_id = ${id}`,
  commissions: ({ id }) => sql`select id::text as key, id, rule, rate_percent, bonus_cents, base_cents,
    amount_cents, reason, adjusts, payable_at, created_at, payout_id from commissions
    left join payout_lines on commission_id = id where affiliate_id = ${id}`,
  payouts: ({ id }) => sql`select payouts.id::text as key, payouts.id, month, amount_cents, created_at
    from payouts join payout_batches on payout_batches.id = batch_id where affiliate_id = ${id}`,
  payoutAccounts: ({ id }) => sql`select id::text as key, id, routing_number, kind, holder_name, last4,
    created_at, usable_from, superseded_at, returned_at, return_reason from payout_accounts
    where account_id = ${id}`,
  bankTransfers: ({
    id,
  }) => sql`select payouts.id::text || ' ' || bank_files.id::text as key, payouts.id as payout_id, last4,
    created_at as sent_at, returned_at, return_reason from bank_file_payments
    join payouts on payouts.id = payout_id join bank_files on bank_files.id = bank_file_id
    where affiliate_id = ${id}`,
  taxForms: ({ id }) => sql`select id::text as key, kind, details, last4, accepted_at, ip, superseded_at
    from tax_forms where account_id = ${id}`,
  webinarCodes: ({
    id,
    verifiedEmail,
  }) => sql`select id::text as key, code, started_at, finished_at, selection,
    selected_at, survey from webinar_codes
    where account_id = ${id} or lower(survey ->> 'email') = lower(${verifiedEmail})`,
  webinarRewards: ({
    id,
    verifiedEmail,
  }) => sql`select webinar_rewards.id::text as key, kind, amount, recipient,
    email, detail, owed_at, sent_at from webinar_rewards join webinar_codes on webinar_codes.id = webinar_code_id
    where account_id = ${id} or lower(email) = lower(${verifiedEmail})`,
  messages: ({ verifiedEmail }) => sql`select id::text as key, kind, name, email, fields, received_at
    from messages where lower(email) = lower(${verifiedEmail})`,
  newsletter: ({ verifiedEmail }) => sql`select email as key, email, subscribed_at from newsletter_subscribers
    where email = lower(${verifiedEmail})`,
  mailSettings: ({ verifiedEmail }) => sql`select reason as key, email, reason, suppressed_at
    from mail_suppressions where email = lower(${verifiedEmail})`,
  sentMails: ({ id }) => sql`select job_id as key, subject, sent_at from sent_mails
    where account_id = ${id} and outcome <> 'suppressed'`,
  staffActions: (subject) => sql`select id::text as key, action, subject, reason, at, change from audit_log
    where actor_id = ${subject.id} or split_part(subject, ':', 2) in (
      select ${subject.id}::text union select id::text from memberships where account_id = ${subject.id}
      union select id::text from purchases where account_id = ${subject.id}
      union select id::text from companies where account_id = ${subject.id}
      union select id::text from tax_forms where account_id = ${subject.id}
      union select id::text from payouts where affiliate_id = ${subject.id})`,
};

export const SECTION_NAMES = Object.keys(SECTIONS).filter((name): name is SectionName => name in SECTIONS);

/** Returns the next entries of a section after a key, ordered by key. */
export async function readSection(
  db: Db,
  name: SectionName,
  subject: DataSubject,
  { after, limit }: { after: string; limit: number },
): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select * from (${SECTIONS[name](subject)}) as section
    where key collate "C" > ${after} order by key collate "C" limit ${limit}`.execute(db);
  return rows;
}
