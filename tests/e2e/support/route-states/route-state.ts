import type { Locator, Page } from '@playwright/test';

/** The demo account whose email address has this name, or a visitor without an account. */
export type Person =
  | 'visitor'
  | 'member'
  | 'family'
  | 'friend'
  | 'influencer'
  | 'educator'
  | 'loyalty'
  | 'business'
  | 'company'
  | 'staff'
  | 'developer';

/**
 * A page in one of its states. States that need a purchase or an email are checked in the tests that make
 * them.
 */
export interface RouteState {
  as: Person;
  path: string;
  /** Finds an element that is visible only in this state. */
  findMarker(page: Page): Locator;
  /** Performs the actions on the page that lead to the state. */
  enterState?: ((page: Page) => Promise<void>) | undefined;
}

export type StateLocator = RouteState['findMarker'];

export const heading =
  (name: string | RegExp): StateLocator =>
  (page) =>
    page.getByRole('heading', { name }).first();
export const dialog =
  (name: string): StateLocator =>
  (page) =>
    page.getByRole('dialog', { name });
export const text =
  (words: string | RegExp): StateLocator =>
  (page) =>
    page.getByText(words).first();

export const visitorState = (
  path: string,
  findMarker: StateLocator,
  enterState?: RouteState['enterState'],
): RouteState => ({
  as: 'visitor',
  path,
  findMarker,
  enterState,
});
export const signedInState = (
  as: Person,
  path: string,
  findMarker: StateLocator,
  enterState?: RouteState['enterState'],
): RouteState => ({
  as,
  path,
  findMarker,
  enterState,
});

export const press = (name: string) => (page: Page) => page.getByRole('button', { name }).last().click();
export const follow = (name: string) => (page: Page) => page.getByRole('link', { name }).last().click();
