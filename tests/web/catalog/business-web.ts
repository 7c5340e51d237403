/** The seeded business plans, in page order. */
export const BUSINESS_PLANS = [
  {
    id: 8,
    name: 'Community Educator Membership',
    orderName: 'Basic Networking',
    price: '$99.90',
    cents: 9990,
    slug: 'basic-networking',
  },
  {
    id: 9,
    name: 'Deluxe Membership',
    orderName: 'Deluxe',
    price: '$149.85',
    cents: 14985,
    slug: 'basic-business',
  },
  {
    id: 6,
    name: 'Exclusive Membership',
    orderName: 'Social Business',
    price: '$199.80',
    cents: 19980,
    slug: 'exclusive-business',
  },
  {
    id: 7,
    name: 'Business PLUS Membership',
    orderName: 'Exclusive Business',
    price: '$249.75',
    cents: 24975,
    slug: 'premium-business',
  },
] as const;
