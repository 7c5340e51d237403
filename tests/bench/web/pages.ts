import type { BrowserContextOptions } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/app/demo/accounts.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { PUBLIC_PATHS } from '#tests/helpers/public-paths.ts';

/** Placeholder for the demo member's card number. */
const CARD = 'CARD';

/**
 * Every public page, a search for a place, the card verification with and without a card, and the account
 * page.
 */
export const PAGES: readonly string[] = [
  ...PUBLIC_PATHS,
  paths.savings('zip=10001'),
  paths.verify(),
  paths.verifyCard(CARD),
  paths.account(),
];

/** Returns whether a page's first view has a size budget. Only the account page has none. */
export const hasBudget = (path: string): boolean => path !== paths.account();

/** How to open a page. The account page is opened as the demo member. */
export interface Visit {
  url: string;
  cookies: NonNullable<Exclude<BrowserContextOptions['storageState'], string>>['cookies'];
}

/** Logs in as the demo member, and returns how to open each of these pages. */
export async function planVisits(origin: string, pages: readonly string[]): Promise<Map<string, Visit>> {
  const login = await fetch(`${origin}/trpc/accounts.login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'member@example.com', password: DEMO_PASSWORD }),
  });
  if (!login.ok) throw new Error(`The demo member could not log in: ${await login.text()}`);
  const [session = ''] = login.headers.getSetCookie();
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(session) ?? [];
  const memberships = await fetch(`${origin}/trpc/memberships.mine`, {
    headers: { cookie: `${name}=${value}` },
  });
  const number = formatMembershipNumber((await memberships.json()).result.data[0].number);
  const cookie = {
    name,
    value,
    domain: new URL(origin).hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax' as const,
  };
  return new Map(
    pages.map((path) => [
      path,
      {
        url: `${origin}${path.replace(CARD, number)}`,
        cookies: path.startsWith(paths.account()) ? [cookie] : [],
      },
    ]),
  );
}
