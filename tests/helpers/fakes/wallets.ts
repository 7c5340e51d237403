import { generateKeyPairSync } from 'node:crypto';
import type { AppleWallet } from '#server/platform/integrations/apple-wallet/apple-wallet.ts';
import {
  createRecordingPush,
  type RecordingPush,
} from '#server/platform/integrations/apple-wallet/recording-push.ts';
import { buildPassContent } from '#server/platform/integrations/apple-wallet/signed-passes.ts';
import type { GoogleWallet } from '#server/platform/integrations/google-wallet/google-wallet.ts';
import {
  createRecordingPassApi,
  type RecordingPassApi,
} from '#server/platform/integrations/google-wallet/recording-pass-api.ts';
import { createGoogleWallet } from '#server/platform/integrations/google-wallet/signed-google-passes.ts';

export const TEST_PASS_TYPE = 'pass.example.test';

/** Returns a wallet whose passes contain only pass.json, unsigned. Signing has its own tests. */
export function testAppleWallet(push: RecordingPush = createRecordingPush()): AppleWallet {
  const issuer = { passTypeId: TEST_PASS_TYPE, teamId: 'TESTTEAM00' };
  return {
    isStandIn: true,
    passTypeId: TEST_PASS_TYPE,
    makePass: async (passDetails) => Buffer.from(JSON.stringify(buildPassContent(passDetails, issuer))),
    push,
    close: async () => {},
  };
}

let key: string | undefined;

/** Generates the key once per process, because that is slow. */
export function testGoogleKey(): string {
  key ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey;
  return key;
}

export const TEST_ISSUER = { issuerId: '3388000000012345678', serviceAccount: 'cards@test.example' };

/** Returns a wallet that signs passes with a generated key, which is created on first use. */
export function testGoogleWallet(
  publicUrl = 'http://localhost:3000',
  api: RecordingPassApi = createRecordingPassApi(),
): GoogleWallet {
  let wallet: GoogleWallet | undefined;
  const open = () => {
    wallet ??= createGoogleWallet({
      issuer: { ...TEST_ISSUER, key: testGoogleKey() },
      publicUrl,
      isStandIn: true,
      api,
    });
    return wallet;
  };
  return {
    isStandIn: true,
    sign: (passDetails, now) => open().sign(passDetails, now),
    update: (passDetails) => open().update(passDetails),
  };
}
