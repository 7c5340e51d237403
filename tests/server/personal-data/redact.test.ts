import { expect, test } from 'vitest';
import { affiliateCart } from '#server/domains/checkout/kinds/affiliate-signup/affiliate-signup.schema.ts';
import { businessPlanCart } from '#server/domains/checkout/kinds/business-plan/business-plan.schema.ts';
import { cardCart } from '#server/domains/checkout/kinds/card/card-purchase.schema.ts';
import { replacementCart } from '#server/domains/checkout/kinds/card-replacement/card-replacement.schema.ts';
import { storedSeatsCart } from '#server/domains/checkout/kinds/company-seats/company-seats.schema.ts';
import { storedCorporateCart } from '#server/domains/checkout/kinds/corporate/corporate.schema.ts';
import { redact } from '#server/domains/personal-data/redact.ts';
import { newId } from '#server/lib/ids.ts';
import { EVERY_PAGE } from '#tests/helpers/purchases/business-plan.ts';

const WILSON = { firstname: 'Wilson', lastname: 'Wilson' };
const ADDRESS = {
  street1: '9 Wilson Street',
  street2: 'Wilson Floor',
  city: 'Wilson',
  state: 'CO',
  zip: '80202',
  country: 'US',
};
const FAMILY = { spouseFirstName: 'Wilson', spouseLastName: 'Wilson', members: [{ name: 'Wilson' }] };
const PHONE = '303 555 0147';
const EMPLOYEES = [
  { ...WILSON, ...ADDRESS, phone: PHONE, email: 'wilson@example.com', ownAddress: true, familyPlan: true },
];
const COMPANY = { companyId: newId(), companyName: 'Wilson Tools', employees: EMPLOYEES };
const { loyalty, facebook, presentationContactName, presentationContactEmail } = EVERY_PAGE;

const CARTS = [
  [
    'card',
    cardCart,
    {
      ...WILSON,
      ...ADDRESS,
      ...FAMILY,
      plan: 1,
      phone: PHONE,
      email: 'wilson@example.com',
      contractAgree: true,
    },
  ],
  [
    'business plan',
    businessPlanCart,
    {
      ...ADDRESS,
      plan: 8,
      businessname: 'Wilson Bakery',
      phone: PHONE,
      url: 'https://wilson.example',
      promotions: [{ info: '<p>Wilson</p>', validUntil: '2099-01-01' }],
      programs: {
        loyalty,
        socialMedia: { facebook, socialMediaInfo: 'Wilson' },
        presentation: { presentationContactName, presentationContactEmail, presentationFuture: 'yes' },
      },
    },
  ],
  ['corporate', storedCorporateCart, { ...COMPANY, coupon: null }],
  [
    'company seats',
    storedSeatsCart,
    {
      ...COMPANY,
      subscriptionId: newId(),
      periodEnd: '2027-01-01T00:00:00.000Z',
      yearlyCents: { personal: 4995, family: 9990 },
    },
  ],
  [
    'affiliate signup',
    affiliateCart,
    {
      ...WILSON,
      ...ADDRESS,
      ...FAMILY,
      signupId: newId(),
      role: 'friend',
      plan: 1,
      phone: PHONE,
      birthday: '01/31/1990',
    },
  ],
  ['replacement', replacementCart, { ...WILSON, ...ADDRESS, membershipId: newId(), number: 'ABCDEFGHJKMN' }],
] as const;

test.each(CARTS)('a redacted %s cart names nobody, and still fits its schema', (_, schema, sample) => {
  const storedValue: unknown = JSON.parse(JSON.stringify(schema.parse(sample)));
  const redactedValue = redact(storedValue);
  expect(JSON.stringify(redactedValue)).not.toMatch(/wilson|walker|555 0147|1990/i);
  expect(schema.safeParse(redactedValue).error).toBeUndefined();
  expect(redactedValue).toMatchObject(
    'employees' in sample ? { companyId: sample.companyId } : { state: 'CO', zip: '80202' },
  );
});
