import {
  DIRECT_PERCENT,
  DOWNLINE_PERCENT,
} from '../../domains/affiliates/commissions/commission-rule.shared.ts';
import { INFLUENCER_FOLLOWERS, MIN_CORPORATE_CARDS, TRIAL_DAYS } from '../../lib/business-rules.ts';
import type { PublicPageName } from '../../lib/pages.shared.ts';

/** Alt text of each link preview image, keyed by file name (`web/public/social/<name>.png`). */
export const SOCIAL_IMAGE_ALTS = {
  membership: 'The Everything Card over a street of shops with striped awnings',
  company: 'Several Everything Cards, one behind the other, over a street of shops',
  business: 'A corner shop with a striped awning and a map pin',
  earning: 'Two people at a table, one telling the other about the Everything Card',
  savings: 'A street of shops with pins over the ones that take the Everything Card',
} as const;
export const PICTURE_SIZE = { width: 1200, height: 630 };
export type Picture = keyof typeof SOCIAL_IMAGE_ALTS;

export interface PageMetadata {
  /** {price.<slug>} and {<setting>} are placeholders, as in the FAQ. */
  description: string;
  picture: Picture;
  /** The slug of the plan whose title in the catalog is the page's title. */
  titlePlan?: string;
  /** The products on the page: each product's slug, with the slugs of the plans that it is sold as. */
  products?: Readonly<Record<string, readonly string[]>>;
  /** The text that staff publish on the page; its date is the page's last change in the sitemap. */
  publishedText?: 'FAQ' | 'PRIVACY' | 'COOKIE';
}

/** Maps each product to the one plan that it is sold as. */
const singlePlans = (...slugs: string[]) => Object.fromEntries(slugs.map((slug) => [slug, [slug]]));

/** The public pages' data for search engines and link previews. Not in the browser's bundle. */
export const pageMetadata: Readonly<Record<PublicPageName, PageMetadata>> = {
  home: {
    description:
      'Everything Card is a savings membership for you or your family. Show one card at participating local and national businesses, and save.',
    picture: 'membership',
  },
  trial: {
    description: `Try a business listing for ${TRIAL_DAYS} days, free and without a payment card. The trial ends on its own, and your free listing stays up for a year.`,
    picture: 'business',
  },
  businessPlans: {
    description:
      'Business plans from {price.basic-networking} a month: help members near you find you, with your logo, address, and promotions. Cancel any time.',
    picture: 'business',
    products: singlePlans('basic-networking', 'basic-business', 'exclusive-business', 'premium-business'),
  },
  loyalty: {
    description:
      'The loyalty program for businesses: tell your customers and employees about Everything Card. It’s free to join, and you don’t need a plan.',
    picture: 'business',
  },
  businessSignup: {
    description:
      'How Everything Card members find your business: what’s in a listing, how to get one, what the plans cost, and how the free trial works.',
    picture: 'business',
  },
  educators: {
    description:
      'Recommend Everything Card with your own link, and earn when people join. Choose from three ways: Friend, Service Member, or Educator.',
    picture: 'earning',
  },
  educatorsFriend: {
    description: `Do people follow you? Tell them about a card that saves them money, and earn ${DIRECT_PERCENT}% of the sale value. For people with over ${INFLUENCER_FOLLOWERS}.`,
    picture: 'earning',
  },
  educatorsRepresentative: {
    description: `Explain the card to people, groups, and businesses. Earn ${DIRECT_PERCENT}% of revenue from cards sold, and ${DOWNLINE_PERCENT}% of sales by people you bring in.`,
    picture: 'earning',
  },
  pricing: {
    description:
      'Choose your plan: {price.individual} a month for one person, {price.family} a month for a family. Buy with an account or as a guest. Cancel any time.',
    picture: 'membership',
    products: singlePlans('individual', 'family'),
  },
  individualPlan: {
    description:
      'A savings membership for one person at {price.individual} a month, used at participating local and national businesses. Cancel any time.',
    picture: 'membership',
    titlePlan: 'individual',
    products: singlePlans('individual'),
  },
  familyPlan: {
    description:
      'One membership for the household at {price.family} a month: 2 adults plus children under 18, or under 26 if in college. Cancel any time.',
    picture: 'membership',
    titlePlan: 'family',
    products: singlePlans('family'),
  },
  corporatePlan: {
    description: `Membership cards for your employees at {price.corporate-individual} per person per year, and for their families if you like. ${MIN_CORPORATE_CARDS}-card minimum, with one receipt for all of them.`,
    picture: 'company',
    products: { corporate: ['corporate-individual', 'corporate-family'] },
  },
  savings: {
    description:
      'Find local and national businesses where your Everything Card saves you money. Search by ZIP code, city, category, or name, and see what’s near you.',
    picture: 'savings',
  },
  contact: {
    description:
      'Have a question or an idea, or did something go wrong? Write to Everything Card about your card, your plan, or your business. We reply within {responseTime}.',
    picture: 'membership',
  },
  faq: {
    description:
      'What people ask about Everything Card: how to use the card, what a membership costs, who counts as family, how to cancel, and what businesses get.',
    picture: 'membership',
    publishedText: 'FAQ',
  },
  privacyPolicy: {
    description:
      'What Everything Card knows about you and why, who else sees it, how long we keep it, how we protect it, and what you can do about it.',
    picture: 'membership',
    publishedText: 'PRIVACY',
  },
  cookiePolicy: {
    description:
      'Every cookie that Everything Card keeps in your browser, what it’s for, and when it expires. None of them follow you to other sites, and none are for ads.',
    picture: 'membership',
    publishedText: 'COOKIE',
  },
  webinar: {
    description:
      'Our webinar for businesses: watch the video, enter your code, and choose between the lunch survey and becoming a loyalty affiliate.',
    picture: 'business',
  },
};
