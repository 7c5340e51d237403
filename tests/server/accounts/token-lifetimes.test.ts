import { expect, test } from 'vitest';
import { createSigner } from '#server/platform/security/signed-token.ts';
import { TOKEN_SECONDS } from '#server/platform/security/token-lifetimes.ts';

const START = new Date('2026-11-23T12:00:00Z');
const SECRETS = ['s'.repeat(32)] as const;
const signerAt = (seconds: number) =>
  createSigner([...SECRETS], () => new Date(START.getTime() + seconds * 1000));

test('[D50] a link that an older release signed for ten years expires after its purpose’s lifetime', async () => {
  const key = await signerAt(0).sign('cancel-membership', 'purchase', { seconds: 3_660 * 86_400 });
  const lifetime = TOKEN_SECONDS['cancel-membership'];
  expect(await signerAt(lifetime - 1).verify('cancel-membership', key)).not.toBeNull();
  expect(await signerAt(lifetime).verify('cancel-membership', key)).toBeNull();
  expect(await signerAt(lifetime).verifyExpired('cancel-membership', key)).toMatchObject({
    subject: 'purchase',
  });
  expect(await signerAt(lifetime).verifyExpired('cancel-membership', `${key}x`)).toBeNull();
  expect(await signerAt(lifetime).verifyExpired('receipt', key)).toBeNull();
});

test('[D50] no link works for more than two years, and none that gives access for more than 400 days', () => {
  const [YEAR, DAY] = [366 * 86_400, 86_400];
  const longest = Object.entries(TOKEN_SECONDS).filter(([, seconds]) => seconds > 400 * DAY);
  // A bill's link also ends when the bill is paid or closes.
  expect(Object.fromEntries(longest)).toEqual({
    newsletter: 2 * YEAR,
    'renewal-receipts': 2 * YEAR,
    bill: YEAR + 60 * DAY,
  });
});

test('a token of a process whose clock is ahead works', async () => {
  const token = await signerAt(75).sign('receipt', 'purchase');
  expect(await signerAt(0).verify('receipt', token)).toMatchObject({ subject: 'purchase' });
});
