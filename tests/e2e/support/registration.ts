import type { Page } from '@playwright/test';
import type { Person } from './purchase.ts';

/** Registers a new account in a dialog that requires a login. */
export async function registerInDialog(page: Page, person: Person): Promise<void> {
  const form = page.getByRole('dialog').getByRole('region', { name: 'Register' });
  await form.getByLabel('First name').fill(person.firstname);
  await form.getByLabel('Last name').fill(person.lastname);
  await form.getByLabel('Email').fill(person.email);
  await form.getByLabel('ZIP code').fill('10118');
  await form.getByLabel('Password', { exact: true }).fill(person.password);
  await form.getByLabel('Confirm password', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Register' }).click();
}

/** Returns the points of a wave across the signature pad. */
async function computeSignaturePoints(page: Page): Promise<Array<{ x: number; y: number }>> {
  const signaturePad = page.getByRole('img', { name: /^Signature area/ });
  await signaturePad.scrollIntoViewIfNeeded();
  const padBox = await signaturePad.boundingBox();
  if (padBox === null) throw new Error('The signature pad is not visible');
  const steps = Array.from({ length: 40 }, (_, stepIndex) => stepIndex);
  return steps.map((stepIndex) => ({
    x: padBox.x + 30 + (stepIndex * (padBox.width - 60)) / steps.length,
    y: padBox.y + padBox.height / 2 + Math.sin(stepIndex / 3) * 30,
  }));
}

export async function signWithMouse(page: Page): Promise<void> {
  const [start, ...rest] = await computeSignaturePoints(page);
  if (start === undefined) return;
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (const { x, y } of rest) await page.mouse.move(x, y);
  await page.mouse.up();
}

export async function signWithFinger(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const [start, ...rest] = await computeSignaturePoints(page);
  if (start === undefined) return;
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] });
  for (const point of rest) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}
