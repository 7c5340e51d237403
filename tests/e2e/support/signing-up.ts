import type { Page } from '@playwright/test';
import type { Person } from './purchase.ts';

/** A new account, in a dialog that asks for the login first. */
export async function registerInDialog(page: Page, person: Person): Promise<void> {
  const form = page.getByRole('dialog').getByRole('region', { name: 'Register' });
  await form.getByLabel('First name').fill(person.firstname);
  await form.getByLabel('Last name').fill(person.lastname);
  await form.getByLabel('E-mail').fill(person.email);
  await form.getByLabel('ZIP code').fill('10118');
  await form.getByLabel('Password', { exact: true }).fill(person.password);
  await form.getByLabel('Confirm password', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Register' }).click();
}

/** A wave across the sheet, point by point. */
async function wave(page: Page): Promise<Array<{ x: number; y: number }>> {
  const sheet = page.getByRole('img', { name: /^Sheet to sign on/ });
  await sheet.scrollIntoViewIfNeeded();
  const box = await sheet.boundingBox();
  if (box === null) throw new Error('There is no sheet to sign on');
  const steps = Array.from({ length: 40 }, (_, place) => place);
  return steps.map((place) => ({
    x: box.x + 30 + (place * (box.width - 60)) / steps.length,
    y: box.y + box.height / 2 + Math.sin(place / 3) * 30,
  }));
}

export async function signByMouse(page: Page): Promise<void> {
  const [start, ...rest] = await wave(page);
  if (start === undefined) return;
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (const { x, y } of rest) await page.mouse.move(x, y);
  await page.mouse.up();
}

export async function signByFinger(page: Page): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const [start, ...rest] = await wave(page);
  if (start === undefined) return;
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] });
  for (const point of rest) {
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finger.detach();
}
