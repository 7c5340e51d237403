import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { ProductProcess } from '#tests/helpers/product.ts';
import { expect, test } from './support/journey.ts';
import { activate, tabTo, type } from './support/keyboard.ts';
import { expectAccessible, expectNoSidewaysScroll } from './support/page-checks.ts';
import { importContent } from './support/staff.ts';
import { TINY_VIDEO } from './support/tiny-video.ts';

const VIDEO = 'https://videos.example/webinar.webm';

/** Sets the webinar's video and creates a code. */
async function prepareWebinar(runningApp: ProductProcess, video: string): Promise<string> {
  const code = `CODE${randomUUID().slice(0, 8).toUpperCase()}`;
  await importContent(runningApp, 'settings.json', JSON.stringify({ webinarlink: video }));
  await importContent(runningApp, 'webinar-codes.csv', `code\n${code}\n`);
  return code;
}

/** Responds to requests to other sites with a video or a player, and records the requests. */
async function recordExternalRequests(page: Page): Promise<string[]> {
  const externalUrls: string[] = [];
  await page.context().route(
    ({ hostname }) => hostname !== '127.0.0.1' && hostname !== 'localhost',
    async (route) => {
      externalUrls.push(route.request().url());
      if (route.request().url() === VIDEO) {
        await route.fulfill({ contentType: 'video/webm', body: TINY_VIDEO });
      } else await route.fulfill({ contentType: 'text/html', body: '<title>Player</title>' });
    },
  );
  return externalUrls;
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name });

async function fillIn(page: Page, email: string) {
  await page.getByLabel('Business name').fill('Blue Door Coffee');
  await page.getByLabel('Your name').fill('Zoë Smith');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('(555) 010-0199');
  await page.getByLabel('Restaurant for your lunch').selectOption('Papa Johns');
}

async function checkState(page: Page) {
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html[data-mantine-color-scheme=dark]')).toBeAttached();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html[data-mantine-color-scheme=light]')).toBeAttached();
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  if (size) await page.setViewportSize(size);
}

test('[S2 webinar] a visitor goes from the video to the free lunch by keyboard', {
  tag: '@desktop',
}, async ({ page, runningApp }) => {
  test.slow();
  const code = await prepareWebinar(runningApp, VIDEO);
  const externalUrls = await recordExternalRequests(page);
  const email = `${code.toLowerCase()}@example.com`;

  await page.goto('/affiliates/loyalty');
  await activate(page, page.getByRole('link', { name: 'Watch the webinar' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Webinar' })).toBeFocused();
  await expect(heading(page, 'Do you have a code?')).toBeVisible();
  await checkState(page);
  await type(page, 'Webinar code', code.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(heading(page, `Your code: ${code}`)).toBeFocused();
  await checkState(page);
  expect(externalUrls).toEqual([]);

  await page.reload();
  await expect(heading(page, `Your code: ${code}`)).toBeVisible();
  await activate(page, page.getByRole('button', { name: 'Play the webinar' }));
  await expect(heading(page, 'Choose your thank-you gift')).toBeFocused();
  expect(new Set(externalUrls)).toEqual(new Set([VIDEO]));
  await checkState(page);

  await page.goto(`/webinar?code=${code}`);
  await activate(page, page.getByRole('button', { name: 'Skip to Offer' }));
  await activate(page, page.getByRole('button', { name: 'Take the survey' }));
  await expect(heading(page, 'Free Lunch Survey - $5')).toBeFocused();
  await page.reload();
  await activate(page, page.getByRole('button', { name: 'Submit survey' }));
  await expect(page.getByText('Restaurant for your lunch: Required Field')).toBeVisible();
  await checkState(page);
  await fillIn(page, email);
  await activate(page, page.getByRole('button', { name: 'Submit survey' }));
  await expect(heading(page, 'Thank you!')).toBeFocused();
  await checkState(page);
  await page.goto('/webinar');
  await expect(heading(page, 'Thank you!')).toBeVisible();
});

test('[S2 webinar] two tabs that submit one survey at the same time redeem it once', {
  tag: '@desktop',
}, async ({ page, runningApp }) => {
  const code = await prepareWebinar(runningApp, '');
  const email = `${code.toLowerCase()}@example.com`;
  const tabs = [page, await page.context().newPage()];
  for (const tab of tabs) {
    await tab.goto(`/webinar?code=${code}`);
    await expect(tab.getByText('The video isn’t ready yet')).toBeVisible();
    await tab.getByRole('button', { name: 'Skip to Offer' }).click();
    await tab.getByRole('button', { name: 'Take the survey' }).click();
    await fillIn(tab, email);
  }
  await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'Submit survey' }).click()));
  for (const tab of tabs) await expect(heading(tab, 'Thank you!')).toBeVisible();
  const issues = await Promise.all(tabs.map((tab) => tab.getByText('There was an issue.').count()));
  expect(issues.sort()).toEqual([0, 1]);
});

test('[S2 webinar, S7 also] YouTube loads only after a click, and the code is sent with the sign-up', {
  tag: '@desktop',
}, async ({ page, runningApp }) => {
  const code = await prepareWebinar(runningApp, 'https://youtu.be/dQw4w9WgXcQ');
  const externalUrls = await recordExternalRequests(page);
  await page.goto('/affiliates/loyalty');
  await page.getByRole('link', { name: 'Watch the webinar' }).click();
  await expect(page.getByRole('button', { name: 'Play the webinar' })).toBeVisible();
  expect(externalUrls).toEqual([]);
  await page.getByRole('button', { name: 'Play the webinar' }).click();
  await expect(page.frameLocator('iframe').locator('html')).toBeAttached();
  await expect.poll(() => externalUrls).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0']);
  await page.getByRole('button', { name: 'I’ve watched it' }).click();
  await expect(page.getByLabel('Webinar code')).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Choose your thank-you gift')).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'Become a Loyalty Affiliate' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/affiliates/loyalty?signup=loyalty&code=${code}`);
  await expect(page.getByRole('dialog', { name: 'Join our Business Loyalty Program' })).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'Choose your thank-you gift')).toBeVisible();
});
