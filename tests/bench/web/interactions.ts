import type { Locator, Page } from '@playwright/test';
import { paths } from '#server/lib/pages.shared.ts';

/** A visitor's action and its visible result. */
export interface Interaction {
  name: string;
  path: string;
  /** Prepares the page. Not measured. */
  prepare?(page: Page): Promise<void>;
  perform(page: Page): Promise<void>;
  /** Returns an element that is attached to the page once the result is shown. */
  result(page: Page): Locator;
  /** Undoes the action, so that it can be repeated with everything loaded. */
  undo(page: Page): Promise<void>;
}

const WORDS = 'Good day, I have a question about the card.';

const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
const openMenu = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true }).tap();

async function closeDialog(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Close' }).first().tap();
  await dialog.waitFor({ state: 'detached' });
}

const menuOpens: Interaction = {
  name: 'open the menu',
  path: paths.home(),
  perform: openMenu,
  result: menu,
  undo: (page) => closeDialog(menu(page)),
};

const login = (page: Page) => page.getByRole('dialog', { name: 'Login' });

async function prepareLogin(page: Page): Promise<void> {
  await openMenu(page);
  await menu(page).getByRole('button', { name: 'Login' }).waitFor();
}

const loginOpens: Interaction = {
  name: 'open the login',
  path: paths.home(),
  prepare: prepareLogin,
  perform: (page) => menu(page).getByRole('button', { name: 'Login' }).tap(),
  result: (page) => login(page).locator('input[type=password]'),
  undo: async (page) => {
    await closeDialog(login(page));
    await prepareLogin(page);
  },
};

const message = (page: Page) => page.getByRole('main').getByLabel('Message');

const fieldTyping: Interaction = {
  name: 'type into the message',
  path: paths.contact(),
  prepare: (page) => message(page).tap(),
  perform: (page) => message(page).pressSequentially(WORDS, { delay: 60 }),
  result: message,
  undo: (page) => message(page).fill(''),
};

const questionField = (page: Page) => page.getByLabel('Search the answers');

const questionSearch: Interaction = {
  name: 'search the questions',
  path: paths.faq(),
  prepare: (page) => questionField(page).tap(),
  perform: (page) => questionField(page).pressSequentially('family card', { delay: 60 }),
  result: questionField,
  undo: (page) => questionField(page).fill(''),
};

const findRootWithScheme = (page: Page, scheme: string) =>
  page.locator(`html[data-mantine-color-scheme=${scheme}]`);

const schemeSwitch: Interaction = {
  name: 'switch the colors',
  path: paths.home(),
  perform: (page) => page.getByRole('button', { name: 'Switch to dark colors' }).tap(),
  result: (page) => findRootWithScheme(page, 'dark'),
  undo: async (page) => {
    await page.getByRole('button', { name: 'Switch to light colors' }).tap();
    await findRootWithScheme(page, 'light').waitFor({ state: 'attached' });
  },
};

const purchase = (page: Page) => page.getByRole('dialog');

const purchaseOpens: Interaction = {
  name: 'open a plan’s purchase',
  path: paths.pricing(),
  perform: (page) => page.getByRole('link', { name: 'Buy Individual' }).tap(),
  result: (page) => purchase(page).getByRole('button', { name: /guest/i }),
  undo: (page) => closeDialog(purchase(page)),
};

const guestChosen: Interaction = {
  name: 'buy as a guest',
  path: paths.buy('individual'),
  perform: (page) => purchase(page).getByRole('button', { name: /guest/i }).tap(),
  result: (page) => purchase(page).getByLabel('Email').first(),
  undo: async (page) => {
    await closeDialog(purchase(page));
    await page.getByRole('link', { name: 'Buy Individual' }).tap();
    await purchase(page).getByRole('button', { name: /guest/i }).waitFor();
  },
};

const category = (page: Page) => page.getByLabel('Category');

async function prepareFilter(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More filters' }).tap();
  await category(page).selectOption({ label: 'Food & Drink' });
}

const savingsFilter: Interaction = {
  name: 'filter the savings',
  path: paths.savings(),
  prepare: prepareFilter,
  perform: (page) => page.getByRole('button', { name: 'Search' }).tap(),
  result: (page) => page.locator('section[aria-label=Results][aria-busy=false]'),
  undo: async (page) => {
    await page.getByRole('button', { name: 'Clear filters' }).tap();
    await category(page).selectOption({ label: 'Food & Drink' });
  },
};

const zipCode = (page: Page) => page.getByLabel('ZIP code');

const placeSearch: Interaction = {
  name: 'search around a ZIP code',
  path: paths.savings(),
  prepare: (page) => zipCode(page).fill('10001'),
  perform: (page) => page.getByRole('button', { name: 'Search', exact: true }).tap(),
  result: (page) => page.getByText(/^Within \d+ miles of/),
  undo: async (page) => {
    await page.getByRole('button', { name: 'Clear filters' }).tap();
    await page.getByText(/^Within \d+ miles of/).waitFor({ state: 'detached' });
    await zipCode(page).fill('10001');
  },
};

const filtersOpen: Interaction = {
  name: 'show more filters',
  path: paths.savings(),
  perform: (page) => page.getByRole('button', { name: 'More filters' }).tap(),
  result: category,
  undo: (page) => page.getByRole('button', { name: 'More filters' }).tap(),
};

const pageChanges: Interaction = {
  name: 'go to another page',
  path: paths.home(),
  perform: (page) => page.getByRole('main').getByRole('link', { name: 'Choose your plan' }).tap(),
  result: (page) => page.getByRole('heading', { level: 1, name: 'Choose your plan' }),
  undo: async (page) => {
    await page.goBack();
    await page.getByRole('main').getByRole('link', { name: 'Choose your plan' }).waitFor();
  },
};

export const INTERACTIONS: readonly Interaction[] = [
  menuOpens,
  loginOpens,
  fieldTyping,
  questionSearch,
  schemeSwitch,
  purchaseOpens,
  guestChosen,
  filtersOpen,
  savingsFilter,
  placeSearch,
  pageChanges,
];
