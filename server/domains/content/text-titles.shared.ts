import type { ContractType, TextName } from './content.schema.ts';

export const contractTitles: Record<ContractType, string> = {
  MEMBER: 'Membership terms',
  REPRESENTATIVE: 'Educator agreement',
  BUSINESSBASIC: 'Business plan contract',
  BUSINESSEXCLUSIVE: 'Exclusive plan contract',
  BUSINESSPREMIUM: 'Business PLUS contract',
  BUSINESSTERMS: 'Business terms',
  BUSINESSPRIVACY: 'Business privacy statement',
  INFLUENCER: 'Influencer agreement',
  POLICYPROCEDUREMANUAL: 'Policy Procedure Manual',
  LOYALTYAFFILIATE: 'Loyalty affiliate agreement',
  FRIEND: 'Friend agreement',
};

export const textTitles: Record<TextName, string> = {
  PRIVACY: 'Privacy policy',
  COOKIE: 'Cookie policy',
  FAQ: 'FAQ',
  ...contractTitles,
};
