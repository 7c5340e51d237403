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
  started: 'when the membership began: 2026-01-31, Jan 31, 2026, or 31 Jan 2026',
  paid_through: 'the last day that is paid; required without a Stripe subscription',
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

const isMemberColumn = (name: string): name is MemberColumn => Object.hasOwn(MEMBER_COLUMNS, name);

export const MEMBER_COLUMN_NAMES = Object.keys(MEMBER_COLUMNS).filter(isMemberColumn);

export const REQUIRED_MEMBER_COLUMNS = ['email', 'firstname', 'lastname', 'plan'] as const;

/** What other systems call these columns. Case, spaces, hyphens, and underscores don't matter. */
export const MEMBER_COLUMN_ALIASES: Record<string, MemberColumn> = {
  emailaddress: 'email',
  mail: 'email',
  useremail: 'email',
  givenname: 'firstname',
  surname: 'lastname',
  familyname: 'lastname',
  membership: 'plan',
  membershiplevel: 'plan',
  level: 'plan',
  id: 'external_id',
  userid: 'external_id',
  memberid: 'external_id',
  membershipnumber: 'number',
  membernumber: 'number',
  cardnumber: 'number',
  startdate: 'started',
  joined: 'started',
  membersince: 'started',
  enddate: 'paid_through',
  expires: 'paid_through',
  expirationdate: 'paid_through',
  validuntil: 'paid_through',
  spousefirstname: 'spouse_firstname',
  spouselastname: 'spouse_lastname',
  zipcode: 'zip',
  postalcode: 'zip',
  postcode: 'zip',
  stripecustomer: 'stripe_customer_id',
  customerid: 'stripe_customer_id',
  stripesubscription: 'stripe_subscription_id',
  subscriptionid: 'stripe_subscription_id',
  subscriptiontransactionid: 'stripe_subscription_id',
};

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
