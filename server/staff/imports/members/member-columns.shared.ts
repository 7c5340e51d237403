import type { TableDefinition } from '../../../lib/table/headings.ts';
import type { MappingRules } from '../mapping/mapping-rules.shared.ts';

/** The columns of a members file, with the descriptions that the page shows above the upload. */
export const MEMBER_COLUMNS = {
  email:
    'required; the account with this email gets the membership. If there’s none, we create one without a password',
  firstname: 'required, unless there is a full name',
  lastname: 'empty for a person with one name',
  name: 'the full name, Maria Gomez or Gomez, Maria; used if first and last name are empty',
  latin_name: 'for printed documents, if the name isn’t in Latin, Greek, or Cyrillic letters',
  plan: 'required; the plan’s name, its short name (individual, family), or its number',
  external_id:
    'the member’s ID in the other system; a second import finds the member by this ID or, without one, by email and plan',
  number:
    'the number in the other system; the member gets a new number, and staff still find them by the old one',
  started:
    'when the membership began: 2026-01-31, 1/31/2026, Jan 31, 2026, or 31 Jan 2026. A time with a zone counts in Denver’s time',
  paid_through:
    'the last day that is paid; required without a Stripe subscription. N/A, -, and never mean none',
  status:
    'active, canceled, or expired; must agree with paid_through. Past due only with a Stripe subscription',
  spouse_firstname: 'family plans only, like the next two',
  spouse_lastname: '',
  family_members: 'full names, separated by ;',
  zip: '',
  stripe_customer_id: 'cus_…',
  stripe_subscription_id: 'sub_…; active or past due in our Stripe account. It renews as before',
} as const;

export type MemberColumn = keyof typeof MEMBER_COLUMNS;

export function isMemberColumn(name: string): name is MemberColumn {
  return Object.hasOwn(MEMBER_COLUMNS, name);
}

/** The columns with dates. */
export const MEMBER_DAY_COLUMNS = ['started', 'paid_through'] as const;

/** What staff may decide about these columns for a whole file. */
export const MEMBER_MAPPING = {
  labels: {
    email: 'Email',
    firstname: 'First name',
    lastname: 'Last name',
    name: 'Full name',
    latin_name: 'Name in Latin letters',
    plan: 'Plan',
    external_id: 'ID in the other system',
    number: 'Membership number',
    started: 'Started',
    paid_through: 'Last paid day',
    status: 'Status',
    spouse_firstname: 'Spouse’s first name',
    spouse_lastname: 'Spouse’s last name',
    family_members: 'Family members',
    zip: 'ZIP code',
    stripe_customer_id: 'Stripe customer',
    stripe_subscription_id: 'Stripe subscription',
  },
  required: [['email'], ['firstname', 'name'], ['plan'], ['paid_through', 'stripe_subscription_id']],
  days: MEMBER_DAY_COLUMNS,
  valued: { plan: {}, status: {} },
  defaults: ['plan', 'paid_through'],
} as const satisfies MappingRules<MemberColumn>;

/**
 * What other systems call these columns, and the exports that need their own names:
 * - Paid Memberships Pro's member list: adminpages/memberslist-csv.php of its source.
 * - WooCommerce Memberships' CSV export, whose subscriptions aren't Stripe's:
 *   woocommerce.com/document/woocommerce-memberships-import-and-export, and the filter
 *   wc_memberships_csv_export_user_memberships_headers in its source.
 * - Stripe's export of subscriptions from its dashboard. Its 'Plan' is the ID of a price.
 * The general names cover CiviCRM's export of memberships (tests/phpunit/CRM/Export/BAO/ExportTest.php of its
 * source), MemberPress' export of members (MeprUser::list_table), and Ghost's (its members CSV).
 */
export const MEMBERS_TABLE = {
  required: ['email', 'firstname', 'lastname', 'plan'],
  columns: {
    email: ['email address', 'mail', 'user email', 'customer email'],
    firstname: ['given name'],
    lastname: ['surname', 'family name'],
    name: ['full name', 'member name', 'customer name', 'display name'],
    latin_name: ['name in latin letters', 'romanized name'],
    plan: ['plan name', 'membership', 'membership level', 'level', 'membership type', 'memberships', 'tiers'],
    external_id: ['id', 'user id', 'member id', 'membership id', 'contact id'],
    number: ['membership number', 'member number', 'card number'],
    started: ['start date', 'membership start date', 'member since', 'joined', 'registered', 'created at'],
    paid_through: ['end date', 'expires', 'expiration date', 'membership expiration date', 'valid until'],
    status: ['membership status', 'subscription status'],
    spouse_firstname: [],
    spouse_lastname: [],
    family_members: [],
    zip: ['zip code', 'postal code', 'postcode'],
    stripe_customer_id: ['stripe customer', 'customer id'],
    stripe_subscription_id: ['stripe subscription', 'subscription id', 'subscription transaction id'],
  },
  exports: [
    {
      name: 'Paid Memberships Pro',
      signature: ['username', 'membership', 'discount_code_id', 'subscription_transaction_id', 'startdate'],
      columns: { external_id: ['id'], started: ['startdate'], paid_through: ['expires', 'ended'] },
    },
    {
      name: 'WooCommerce Memberships',
      signature: ['user_membership_id', 'membership_plan', 'member_since', 'membership_expiration'],
      columns: {
        email: ['member_email'],
        firstname: ['member_first_name'],
        lastname: ['member_last_name'],
        plan: ['membership_plan'],
        external_id: ['user_membership_id'],
        number: [],
        started: ['member_since'],
        paid_through: ['membership_expiration'],
        status: ['membership_status'],
        stripe_customer_id: [],
        stripe_subscription_id: [],
      },
    },
    {
      name: 'Stripe',
      signature: ['id', 'Customer ID', 'Customer Email', 'Plan', 'Current Period End (UTC)'],
      columns: {
        email: ['Customer Email'],
        name: ['Customer Name'],
        external_id: [],
        started: ['Start Date', 'Start', 'Created'],
        paid_through: ['Current Period End'],
        stripe_customer_id: ['Customer ID'],
        stripe_subscription_id: ['id'],
      },
    },
  ],
} as const satisfies TableDefinition & { columns: Record<MemberColumn, readonly string[]> };

/** A file with one example row. */
export const MEMBER_TEMPLATE: Record<MemberColumn, string> = {
  email: 'maria@example.com',
  firstname: 'Maria',
  lastname: 'Gomez',
  name: '',
  latin_name: '',
  plan: 'family',
  external_id: '1042',
  number: 'EC-000123',
  started: '2024-02-01',
  paid_through: '2027-01-31',
  status: 'active',
  spouse_firstname: 'Luis',
  spouse_lastname: 'Gomez',
  family_members: 'Ana Gomez; Leo Gomez',
  zip: '80202',
  stripe_customer_id: '',
  stripe_subscription_id: '',
};
