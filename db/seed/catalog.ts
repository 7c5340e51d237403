import type { Insertable } from 'kysely';
import type { PlansTable } from '../tables/catalog.ts';

type SeedPlan = Omit<Insertable<PlansTable>, 'copy' | 'business'> & {
  copy: { title: string; label: string; summary: string; points: string[] };
  /** What a business plan includes, and the contracts that its buyer accepts. */
  business?: {
    loyalty: boolean;
    socialMedia: boolean;
    presentation: boolean;
    asksPromotions: boolean;
    asksOptIns: boolean;
    agreements: { contractAgree: string; termsAgree: string | null; privacyAgree: string | null };
  };
};

const notCorporate = { isEmployeeCard: false, isCompanyPlan: false };
const consumer = { ...notCorporate, kind: 'consumer', billingInterval: 'month' } as const;
const corporate = {
  kind: 'corporate',
  billingInterval: 'year',
  isEmployeeCard: true,
  isCompanyPlan: false,
} as const;
const business = { ...notCorporate, kind: 'business', billingInterval: 'month', isFamily: false } as const;
/** No plan asks for promotions or opt-ins during the purchase, so the wizard skips those pages. */
const NO_PROGRAMS = {
  loyalty: false,
  socialMedia: false,
  presentation: false,
  asksPromotions: false,
  asksOptIns: false,
};
const contractOnly = (contractAgree: string) => ({ contractAgree, termsAgree: null, privacyAgree: null });
const withTerms = {
  contractAgree: 'BUSINESSBASIC',
  termsAgree: 'BUSINESSTERMS',
  privacyAgree: 'BUSINESSPRIVACY',
};

/**
 * Everything we sell. A changed price here affects only new databases. In a label, {price} is the plan's price,
 * and {extra} is how much more it costs than the individual plan of its kind.
 */
export const SEED_PLANS: SeedPlan[] = [
  {
    ...consumer,
    id: 0,
    name: 'Individual',
    orderSummaryName: 'Individual Membership',
    slug: 'individual',
    priceCents: 4995,
    isFamily: false,
    copy: {
      title: 'Individual plan',
      label: '{price}/Month',
      summary: 'One card for one person.',
      points: [
        'Savings at participating local and national businesses',
        'A digital card on your phone',
        'Cancel any time',
      ],
    },
  },
  {
    ...consumer,
    id: 1,
    name: 'Family',
    orderSummaryName: 'Family Membership',
    slug: 'family',
    priceCents: 9990,
    isFamily: true,
    copy: {
      title: 'Family/Educator plan',
      label: 'Individual Plan + {extra}/Month',
      summary: 'One membership for the whole household.',
      points: [
        '2 adults plus children under 18, or under 26 if in college',
        'Everyone’s name on one membership',
        'Cancel any time',
      ],
    },
  },
  {
    ...corporate,
    id: 3,
    name: 'Individual',
    orderSummaryName: 'Corporate Individual Card',
    slug: 'corporate-individual',
    priceCents: 4995,
    isFamily: false,
    copy: {
      title: 'Personal card',
      label: '{price} per person per year',
      summary: 'A card for one employee.',
      points: [],
    },
  },
  {
    ...corporate,
    id: 4,
    name: 'Family',
    orderSummaryName: 'Corporate Family Card',
    slug: 'corporate-family',
    priceCents: 9990,
    isFamily: true,
    copy: {
      title: 'Family card',
      label: '{extra} Extra',
      summary: 'A card for an employee’s family.',
      points: [],
    },
  },
  {
    ...corporate,
    id: 5,
    name: 'Corporate Group',
    orderSummaryName: 'Corporate Membership',
    slug: 'corporate',
    priceCents: 0,
    isFamily: false,
    isEmployeeCard: false,
    isCompanyPlan: true,
    copy: {
      title: 'Corporate plan',
      label: 'per person per year',
      summary: 'Cards for your employees.',
      points: [],
    },
  },
  {
    ...business,
    id: 6,
    name: 'Exclusive Membership',
    orderSummaryName: 'Social Business',
    slug: 'exclusive-business',
    priceCents: 19980,
    business: { ...NO_PROGRAMS, socialMedia: true, agreements: contractOnly('BUSINESSEXCLUSIVE') },
    copy: {
      title: 'Exclusive Membership',
      label: '{price}/Month',
      summary: 'A listing and a social media program.',
      points: ['Everything in the Community Educator Membership', 'A social media program for your business'],
    },
  },
  {
    ...business,
    id: 7,
    name: 'Business PLUS Membership',
    orderSummaryName: 'Exclusive Business',
    slug: 'premium-business',
    priceCents: 24975,
    business: {
      ...NO_PROGRAMS,
      loyalty: true,
      socialMedia: true,
      presentation: true,
      agreements: contractOnly('BUSINESSPREMIUM'),
    },
    copy: {
      title: 'Business PLUS Membership',
      label: '{price}/Month',
      summary: 'Every program we have.',
      points: [
        'Everything in the Exclusive Membership',
        'The sharing program for your business',
        'Presentations of your business to up to 5,000 people a year',
      ],
    },
  },
  {
    ...business,
    id: 8,
    name: 'Community Educator Membership',
    orderSummaryName: 'Basic Networking',
    slug: 'basic-networking',
    priceCents: 9990,
    business: { ...NO_PROGRAMS, agreements: withTerms },
    copy: {
      title: 'Community Educator Membership',
      label: '{price}/Month',
      summary: 'Help members near you find you.',
      points: [
        'Your business in the savings search',
        'Promotions you can change every 30 days',
        'Your logo, address, and link on the listing',
      ],
    },
  },
  {
    ...business,
    id: 9,
    name: 'Deluxe Membership',
    orderSummaryName: 'Deluxe',
    slug: 'basic-business',
    priceCents: 14985,
    business: { ...NO_PROGRAMS, loyalty: true, agreements: withTerms },
    copy: {
      title: 'Deluxe Membership',
      label: '{price}/Month',
      summary: 'A listing and the sharing program.',
      points: ['Everything in the Community Educator Membership', 'The sharing program for your business'],
    },
  },
  {
    ...notCorporate,
    id: 100,
    kind: 'addon',
    name: 'Physical Card',
    orderSummaryName: 'Physical Card',
    slug: 'physical-card',
    priceCents: 1000,
    billingInterval: 'once',
    isFamily: false,
    copy: {
      title: 'Physical Card',
      label: '{price}',
      summary: 'Printed and sent by mail.',
      // The first is for a card bought with a membership, the second for a card requested later.
      points: ['7-10 business days', '5-7 business days'],
    },
  },
];

export function createPlanRows(): Array<Insertable<PlansTable>> {
  return SEED_PLANS.map(({ business: businessTerms = null, ...row }) => ({
    ...row,
    copy: JSON.stringify(row.copy),
    business: businessTerms && JSON.stringify(businessTerms),
  }));
}

/** The public settings' initial values. The support phone and email are placeholders. */
export const SEED_SETTINGS: Record<string, string> = {
  supportPhone: '(555) 010-0199',
  supportEmail: 'support@everythingcard.example',
  contactHours: 'Mon-Fri 9am-5pm MST',
  responseTime: '24-48 hours',
  // We remind payers this many days after a failed charge, and this many days before a yearly plan renews.
  unpaidReminderDays: '3, 7, 13',
  renewalReminderDays: '30, 7',
  // Dollars that a Friend affiliate earns per person who joins.
  friendBonus: '5.00',
  // The recipient of donated commissions, worded to fit into a sentence.
  communityFund: 'the community fund',
  // The webinar's video, and the rewards for its survey and for signing up.
  webinarlink: '',
  surveyReward: '$5',
  signUpReward: '$50',
  // An empty link is hidden.
  facebookLink: '',
  instagramLink: '',
  twitterLink: '',
  youtubeLink: '',
  linkedinLink: '',
  pinterestLink: '',
  appStoreLink: '',
  playStoreLink: '',
  homeVideo1: '',
  homeVideo1Title: 'Meet the Everything Card',
  homeVideo2: '',
  homeVideo2Title: 'How businesses take part',
  // If empty, page views are not counted.
  analyticsLink: '',
  // The company that sells, and its address, on receipts and in every email. Newsletters can't be sent until the
  // address is set.
  sellerName: 'Everything Card',
  postalAddress: '',
  newsletter: 'yes',
};
