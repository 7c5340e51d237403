import type { TableDefinition } from '../../../lib/table/headings.ts';

/** The columns of a members file, with the descriptions that the page shows above the upload. */
export const MEMBER_COLUMNS = {
  email:
    'required; the account with this email gets the membership. If there’s none, we create one without a password',
  firstname: 'required',
  lastname: 'required',
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

/**
 * What other systems call these columns, and the exports that need their own names: Paid Memberships Pro's
 * member list (adminpages/memberslist-csv.php of its source), and WooCommerce Memberships' CSV export
 * (woocommerce.com/document/woocommerce-memberships-import-and-export), whose subscriptions aren't Stripe's.
 */
export const MEMBERS_TABLE = {
  required: ['email', 'firstname', 'lastname', 'plan'],
  columns: {
    email: ['email address', 'mail', 'user email', 'customer email'],
    firstname: ['given name'],
    lastname: ['surname', 'family name'],
    plan: ['membership', 'membership level', 'level'],
    external_id: ['id', 'user id', 'member id'],
    number: ['membership number', 'member number', 'card number'],
    started: ['start date', 'member since', 'joined'],
    paid_through: ['end date', 'expires', 'expiration date', 'valid until'],
    status: [],
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
  ],
} as const satisfies TableDefinition & { columns: Record<MemberColumn, readonly string[]> };

/** A file with one example row. */
export const MEMBER_TEMPLATE: Record<MemberColumn, string> = {
  email: 'maria@example.com',
  firstname: 'Maria',
  lastname: 'Gomez',
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
