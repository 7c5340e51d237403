/** The web app's pages as the router has them: any case, with or without a last slash. */
const PAGES = [
  '',
  'trial',
  'affiliates(/loyalty)?',
  'webinar',
  'business/signup',
  'educators(/friend|/representative)?',
  'pricing(/individual|/family|/corporate)?',
  'savings',
  'contact',
  'faq',
  'legal(/privacy-policy|/cookie-policy)?',
  'user(/business|/company|/affiliate|/card/[^/]+)?',
  'verify/card(/[^/]+)?',
  'request/card/[^/]+',
  'resetpassword(/[^/]+)?',
  'setpassword',
  'cancel',
  'claim',
  'secretloginpage',
];
const PAGE = new RegExp(`^/(${PAGES.join('|')})/?$`, 'i');

/** Whether the web app has a page there; anything else is its 404 page. */
export function isPagePath(path: string): boolean {
  return PAGE.test(path);
}
