const publishedAt = new Date('2026-11-21T07:00:00Z');

const contract = (type: string) => ({
  type,
  file: `contracts/${type.toLowerCase()}.html`,
  publishedAt,
  isDraft: true,
});

/**
 * GetContract accepts each of these types. POST /api/contract accepts some of them, and PRIVACYPOLICY, which is
 * a policy.
 */
export const SEED_CONTRACTS = [
  contract('MEMBER'),
  contract('REPRESENTATIVE'),
  contract('BUSINESSBASIC'),
  contract('BUSINESSEXCLUSIVE'),
  contract('BUSINESSPREMIUM'),
  contract('BUSINESSTERMS'),
  contract('BUSINESSPRIVACY'),
  contract('INFLUENCER'),
  contract('POLICYPROCEDUREMANUAL'),
  contract('LOYALTYAFFILIATE'),
  contract('FRIEND'),
];

export const SEED_HELP_TEXTS = [{ type: 'FAQ', file: 'help/faq.html', publishedAt, isDraft: false }];

export const SEED_POLICIES = [
  { type: 'PRIVACY', file: 'policies/privacy.html', publishedAt, isDraft: true },
  { type: 'COOKIE', file: 'policies/cookie.html', publishedAt, isDraft: true },
];
