import { expect, test } from 'vitest';
import { deriveIdempotencyKey } from '#server/domains/checkout/purchase/fingerprint.ts';
import { checkLiveCode, issueLiveKey } from '#server/domains/memberships/wallet/live-card.service.ts';
import { liveStepAt, makeLiveCode } from '#server/domains/memberships/wallet/live-code.shared.ts';
import { newId } from '#server/lib/ids.ts';
import { createSigner } from '#server/platform/security/signed-token.ts';

const now = () => new Date('2026-11-23T12:00:00Z');
const [newSecret, oldSecret] = ['n'.repeat(32), 'o'.repeat(32)];
const before = { signer: createSigner([oldSecret], now), now };
const during = { signer: createSigner([newSecret, oldSecret], now), now };
const after = { signer: createSigner([newSecret], now), now };

test('a link works only while its secret is listed', async () => {
  const token = await before.signer.sign('receipt', 'purchase', { seconds: 60 });
  expect(await during.signer.verify('receipt', token)).toMatchObject({ subject: 'purchase' });
  expect(await after.signer.verify('receipt', token)).toBeNull();
});

test('the first secret signs new links', async () => {
  const token = await during.signer.sign('receipt', 'purchase', { seconds: 60 });
  expect(await after.signer.verify('receipt', token)).toMatchObject({ subject: 'purchase' });
  expect(await before.signer.verify('receipt', token)).toBeNull();
});

test('a phone’s live card works only while its secret is listed', async () => {
  const card = { id: newId(), accountId: newId() };
  const code = await makeLiveCode(issueLiveKey(before, card), liveStepAt(now().getTime()));
  expect(checkLiveCode(during, card, code)).toBe('live');
  expect(checkLiveCode(after, card, code)).toBe('unknown');
});

test('[D40] a new first secret does not change the idempotency keys of older clients’ purchases', () => {
  const cart = { plan: 0 };
  expect(deriveIdempotencyKey({ identitySecrets: [newSecret, oldSecret] }, cart)).toBe(
    deriveIdempotencyKey({ identitySecrets: [oldSecret] }, cart),
  );
});
