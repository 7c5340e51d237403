import { stringify } from 'csv-stringify/sync';

/** What staff change of the proposed mapping. Each change of a select is two taps, a day is one. */
export interface MappingDecisions {
  /** Our field for a heading. Empty for a column that isn't imported. */
  columns?: Record<string, string>;
  values?: ReadonlyArray<{ field: string; from: string; to: string }>;
  defaults?: Record<string, string>;
}

export interface MemberExport {
  exportedFrom: string | null;
  file: Buffer;
  decisions: MappingDecisions;
  /** How many of its 50 rows are skipped because of a decision. */
  skipped: number;
}

const ROWS = 50;
const FIRST = ['Ada', 'Zoë', 'José', 'Anne-Marie', 'Tomáš'];
const LAST = ['Lovelace', 'Müller', 'de la Cruz', "O'Hara", 'Smith'];

interface Person {
  id: number;
  firstname: string;
  lastname: string;
  email: string;
  /** True for every other person. */
  isFamily: boolean;
  /** True for every tenth person. */
  isTenth: boolean;
}

/** Ids differ between systems, because a second import finds a member by the id. */
function invent(system: string, firstId: number): Person[] {
  return Array.from({ length: ROWS }, (_, index) => ({
    id: firstId + index,
    firstname: FIRST[index % FIRST.length] ?? '',
    lastname: LAST[index % LAST.length] ?? '',
    email: `${system}-${index}@example.com`,
    isFamily: index % 2 === 1,
    isTenth: index % 10 === 9,
  }));
}

function write(
  headings: string,
  rows: ReadonlyArray<ReadonlyArray<string | number>>,
  separator = ',',
): string {
  return stringify([headings.split(','), ...rows.map((row) => [...row])], { delimiter: separator });
}

const means = (field: string, from: string, to: string) => ({ field, from, to });
const UNTIL_2099 = { paid_through: '2099-12-31' };

/** A subscription at Stripe for each person whose subscription wasn't canceled. */
type ListSubscriptions = (people: number) => Promise<Array<{ subscription: string; customer: string }>>;

/** Exports of other systems with their real headings, and what staff must decide about each. */
export const MEMBER_EXPORTS = {
  // adminpages/memberslist-csv.php of its source.
  'Paid Memberships Pro': async () => ({
    exportedFrom: 'Paid Memberships Pro',
    file: Buffer.from(
      write(
        'id,username,firstname,lastname,email,membership,discount_code_id,discount_code,subscription_transaction_id,billing_amount,cycle_number,cycle_period,next_payment_date,joined,startdate,expires',
        invent('pmpro', 1_000).map(({ id, firstname, lastname, email, isFamily, isTenth }) => [
          ...[id, `user${id}`, firstname, lastname, email, isFamily ? 'Family Membership' : 'Gold Level'],
          ...['', '', `I-${id}`, '49.95', 1, 'Month', '2099-12-14', '2022-01-09', '2024-01-09'],
          isTenth ? 'N/A' : '2099-02-01',
        ]),
      ),
    ),
    decisions: {
      columns: { subscription_transaction_id: '' },
      values: [means('plan', 'Gold Level', 'individual')],
      defaults: UNTIL_2099,
    },
    skipped: 0,
  }),

  // The filter wc_memberships_csv_export_user_memberships_headers of its source.
  'WooCommerce Memberships': async () => ({
    exportedFrom: 'WooCommerce Memberships',
    file: Buffer.from(
      write(
        'user_membership_id,user_id,user_name,member_first_name,member_last_name,member_email,membership_plan_id,membership_plan,membership_plan_slug,membership_status,has_access,product_id,order_id,subscription_id,installment_plan,member_since,membership_expiration',
        invent('woo', 2_000).map(({ id, firstname, lastname, email, isFamily, isTenth }) => [
          ...[id, id + 1, `user${id}`, firstname, lastname, email, 77, isFamily ? 'Family' : 'Individual'],
          ...['slug', isTenth ? 'wcm-paused' : 'wcm-active', 1, 12, 900, 1500, '', '2024-03-01 10:11:12'],
          isFamily ? '' : '2099-03-01 00:00:00',
        ]),
      ),
    ),
    decisions: { values: [means('status', 'wcm-paused', 'skip')], defaults: UNTIL_2099 },
    skipped: 5,
  }),

  // MeprUser::list_table of its source.
  MemberPress: async () => ({
    exportedFrom: null,
    file: Buffer.from(
      write(
        'ID,username,email,name,first_name,last_name,txn_count,active_txn_count,expired_txn_count,trial_txn_count,sub_count,active_sub_count,pending_sub_count,suspended_sub_count,cancelled_sub_count,latest_txn_date,first_txn_date,status,memberships,inactive_memberships,last_login_date,login_count,total_spent,registered',
        invent('mepr', 3_000).map(({ id, firstname, lastname, email, isFamily, isTenth }) => [
          ...[
            id,
            `user${id}`,
            email,
            `${lastname}, ${firstname}`,
            firstname,
            lastname,
            2,
            1,
            1,
            0,
            1,
            1,
            0,
            0,
          ],
          ...[0, '2026-10-01 08:00:00', '2024-10-01 08:00:00', isTenth ? 'none' : 'active'],
          ...[isFamily ? 'Family Yearly' : 'Solo Yearly', '', '2026-11-02 09:00:00', 9, '99.90'],
          '2024-10-01 07:59:00',
        ]),
      ),
    ),
    decisions: {
      values: [
        means('status', 'none', 'skip'),
        means('plan', 'Family Yearly', 'family'),
        means('plan', 'Solo Yearly', 'individual'),
      ],
      defaults: UNTIL_2099,
    },
    skipped: 5,
  }),

  // tests/phpunit/CRM/Export/BAO/ExportTest.php of its source, without its empty columns.
  CiviCRM: async () => ({
    exportedFrom: null,
    file: Buffer.from(
      write(
        'Contact ID,Contact Type,Display Name,First Name,Middle Name,Last Name,Email,Membership Type,Test,Is Pay Later,Member Since,Membership Start Date,Membership Expiration Date,Source,Membership Status,Membership ID',
        invent('civi', 4_000).map(({ id, firstname, lastname, email, isFamily, isTenth }) => [
          ...[id, 'Individual', `${firstname} ${lastname}`, firstname, '', lastname, email],
          ...[isFamily ? 'Household' : 'General', '', '', '2020-02-01', '2024-02-01'],
          ...[isTenth ? '2025-02-01' : '2099-02-01', 'Payment', isTenth ? 'Grace' : 'Current', id + 9],
        ]),
      ),
    ),
    decisions: {
      values: [
        means('plan', 'Household', 'family'),
        means('plan', 'General', 'individual'),
        means('status', 'Grace', 'expired'),
      ],
    },
    skipped: 0,
  }),

  // ghost/members-csv of its source.
  Ghost: async () => ({
    exportedFrom: null,
    file: Buffer.from(
      write(
        'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers',
        invent('ghost', 5_000).map(({ id, firstname, lastname, email, isTenth }) => [
          ...[`65f${id}`, email, `${firstname} ${lastname}`, '', 'true', 'false', `cus_old${id}`],
          ...['2024-03-01T09:30:00.000Z', '', 'vip', isTenth ? 'Free' : 'Supporter'],
        ]),
      ),
    ),
    decisions: {
      columns: { stripe_customer_id: '' },
      values: [means('plan', 'Supporter', 'individual'), means('plan', 'Free', 'skip')],
      defaults: UNTIL_2099,
    },
    skipped: 5,
  }),

  // The export of subscriptions from its dashboard.
  Stripe: async (list: ListSubscriptions) => {
    const subscriptions = await list(ROWS);
    const rows = invent('stripe', 6_000).map(
      ({ id, firstname, lastname, email, isFamily, isTenth }, index) => [
        ...[isTenth ? `sub_gone${id}` : (subscriptions[index]?.subscription ?? '')],
        ...[
          subscriptions[index]?.customer ?? '',
          '',
          email,
          isFamily ? 'price_family' : 'price_solo',
          1,
          'usd',
        ],
        ...['month', '25.00', isTenth ? 'canceled' : 'active', '2024-03-01 10:00', '2024-03-01 10:00'],
        ...['2026-11-01 10:00', '2026-12-01 10:00', '', '', `${firstname} ${lastname}`],
      ],
    );
    return {
      exportedFrom: 'Stripe',
      file: Buffer.from(
        write(
          'id,Customer ID,Customer Description,Customer Email,Plan,Quantity,Currency,Interval,Amount,Status,Created (UTC),Start Date (UTC),Current Period Start (UTC),Current Period End (UTC),Trial Start (UTC),Trial End (UTC),Customer Name',
          rows,
        ),
      ),
      decisions: {
        values: [
          means('plan', 'price_family', 'family'),
          means('plan', 'price_solo', 'individual'),
          means('status', 'canceled', 'skip'),
        ],
      },
      skipped: 5,
    };
  },

  'Excel with semicolons in Windows-1252': async () => ({
    exportedFrom: null,
    file: Buffer.from(
      write(
        'Nr.,First name,Surname,E-Mail,Tarif,Gültig bis',
        invent('excel', 7_000).map(({ id, firstname, lastname, email, isFamily }, index) => [
          ...[id, firstname.replace('š', 's'), lastname, email, isFamily ? 'Familie' : 'Einzel'],
          `${String((index % 28) + 1).padStart(2, '0')}.03.2099`,
        ]),
        ';',
      ),
      'latin1',
    ),
    decisions: {
      columns: { Tarif: 'plan', 'Gültig bis': 'paid_through' },
      values: [means('plan', 'Familie', 'family'), means('plan', 'Einzel', 'individual')],
    },
    skipped: 0,
  }),
} satisfies Record<string, (list: ListSubscriptions) => Promise<MemberExport>>;

export function countTaps({ columns = {}, values = [], defaults = {} }: MappingDecisions): number {
  return 2 * Object.keys(columns).length + 2 * values.length + Object.keys(defaults).length;
}
