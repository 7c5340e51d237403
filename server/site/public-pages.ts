import { DIRECT_PERCENT, DOWNLINE_PERCENT } from '../affiliates/commission-rule.shared.ts';
import { INFLUENCER_FOLLOWERS, MIN_CORPORATE_CARDS, TRIAL_DAYS } from '../lib/business-rules.ts';

export const SITE = 'Everything Card';

/** What messengers show beside a link: `web/public/social/<name>.png`, and what is on it in words. */
export const PICTURES = {
  membership: 'The Everything Card over a street of shops with striped awnings',
  company: 'Several Everything Cards, one behind the other, over a street of shops',
  business: 'A corner shop with a striped awning and a pin that says it is found',
  earning: 'Two people at a table; one tells the other of the Everything Card',
  savings: 'A street of shops with pins over those where the Everything Card saves',
} as const;
export const PICTURE_SIZE = { width: 1200, height: 630 };
export type Picture = keyof typeof PICTURES;

export interface PublicPage {
  /** As the web shows it in the tab. */
  title: string;
  /** {price.<slug>} and {<setting>} stand for what holds now, as in the FAQ. */
  description: string;
  picture: Picture;
  /** The page that search engines list in its place. */
  canonical?: string;
  /** The plan by slug whose name in the catalog is the page's title. */
  ownPlan?: string;
  /** What is sold here: each product's plan by slug, with the plans that it is sold as. */
  products?: Readonly<Record<string, readonly string[]>>;
}

/** A page's name as its title, and back. */
export const titled = (name: string) => `${name} | ${SITE}`;
export const nameOf = (title: string) => title.replace(` | ${SITE}`, '');

/** Products that are sold as one plan each: themselves. */
const plainly = (...slugs: string[]) => Object.fromEntries(slugs.map((slug) => [slug, [slug]]));

/** Every page that anybody may read and find (SPEC section 2), by its path. */
export const publicPages: Readonly<Record<string, PublicPage>> = {
  '/': {
    title: SITE,
    description:
      'Everything Card is a savings membership for you or your family. Show one card at participating local and national businesses, and save.',
    picture: 'membership',
  },
  '/trial': {
    title: titled('7 Day Business Trial'),
    description: `Try a business listing for ${TRIAL_DAYS} days, free and without a payment card. The trial ends by itself, and your free listing stays for a year.`,
    picture: 'business',
    canonical: '/',
  },
  '/affiliates': {
    title: titled('Business plans'),
    description:
      'Business plans from {price.basic-networking} a month: be found by members near you, with your logo, your address and your promotions. Cancel any time.',
    picture: 'business',
    products: plainly('basic-networking', 'basic-business', 'exclusive-business', 'premium-business'),
  },
  '/affiliates/loyalty': {
    title: titled('Business Program'),
    description:
      'The loyalty program for businesses: tell your customers and employees about Everything Card. Joining costs nothing, and you need no plan for it.',
    picture: 'business',
  },
  '/business/signup': {
    title: titled('Business Networking Program'),
    description:
      'How members of Everything Card find your business: what a listing holds, how you get one, what the plans cost, and how the free trial works.',
    picture: 'business',
  },
  '/educators': {
    title: titled('Service Opportunities'),
    description:
      'Recommend Everything Card with a link of your own, and earn when people join. Three ways: as a Friend, a Service Member or an Educator.',
    picture: 'earning',
  },
  '/educators/friend': {
    title: titled('Influencer'),
    description: `People follow you? Tell them about a card that saves them money, and earn ${DIRECT_PERCENT}% of the sale value. For people with over ${INFLUENCER_FOLLOWERS}.`,
    picture: 'earning',
  },
  '/educators/representative': {
    title: titled('Educators'),
    description: `Explain the card to people, groups and businesses: earn ${DIRECT_PERCENT}% of revenue from cards sold, and ${DOWNLINE_PERCENT}% of the sales of people you brought in.`,
    picture: 'earning',
  },
  '/pricing': {
    title: titled('Member Sign-Up'),
    description:
      'Choose your plan: {price.individual} a month for one person, {price.family} a month for a family. Buy with an account or as a guest. Cancel any time.',
    picture: 'membership',
    products: plainly('individual', 'family'),
  },
  '/pricing/individual': {
    title: titled('Individual plan'),
    description:
      'A savings membership for one person at {price.individual} a month, used at participating local and national businesses. Cancel any time.',
    picture: 'membership',
    ownPlan: 'individual',
    products: plainly('individual'),
  },
  '/pricing/family': {
    title: titled('Family/Educator plan'),
    description:
      'One membership for the household at {price.family} a month: 2 adults plus children under 18, or under 26 if in college. Cancel any time.',
    picture: 'membership',
    ownPlan: 'family',
    products: plainly('family'),
  },
  '/pricing/corporate': {
    title: titled('Corporate plan'),
    description: `Membership cards for your employees at {price.corporate-individual} per person per year, and for their families if you like. From ${MIN_CORPORATE_CARDS} cards on, with one receipt for all.`,
    picture: 'company',
    products: { corporate: ['corporate-individual', 'corporate-family'] },
  },
  '/savings': {
    title: titled('Find Businesses'),
    description:
      'Find local and national businesses where your Everything Card saves: search by ZIP code or city, by category or by name, and see what is near you.',
    picture: 'savings',
  },
  '/contact': {
    title: titled('Contact'),
    description:
      'A question, a wish, something that went wrong? Write to Everything Card about your card, your plan or your business: we answer within {responseTime}.',
    picture: 'membership',
  },
  '/faq': {
    title: titled('FAQ'),
    description:
      'What people ask about Everything Card: how to use the card, what a membership costs, who belongs to a family, how to cancel, what businesses get.',
    picture: 'membership',
  },
  '/legal/privacy-policy': {
    title: titled('Privacy Policy'),
    description:
      'What Everything Card knows about you and why, who else sees it, how long we keep it, how we protect it, and what you can do about it.',
    picture: 'membership',
  },
  '/legal/cookie-policy': {
    title: titled('Cookie Policy'),
    description:
      'Every cookie that Everything Card keeps in your browser, what it is for and when it ends. None follows you to other sites, and none is for advertising.',
    picture: 'membership',
  },
  '/webinar': {
    title: titled('Webinar'),
    description:
      'Our webinar for businesses: watch the video, enter your code, and choose between the lunch survey and becoming a loyalty affiliate.',
    picture: 'business',
  },
};

/** Addresses that lead on to a public page. */
const LEADS_TO: Readonly<Record<string, string>> = { '/legal': '/legal/privacy-policy' };

/** The path as `publicPages` has it: the router takes any case, and a last slash. */
export function publicPathOf(path: string): string | null {
  const plain = path.toLowerCase().replace(/(?<=.)\/$/, '');
  const known = LEADS_TO[plain] ?? plain;
  return Object.hasOwn(publicPages, known) ? known : null;
}
