import { generateKeyPairSync } from 'node:crypto';
import type { AppleWallet } from '#server/integrations/apple-wallet/apple-wallet.ts';
import { passContent } from '#server/integrations/apple-wallet/pass-content.ts';
import { createRecordingPush, type RecordingPush } from '#server/integrations/apple-wallet/recording-push.ts';
import type { GoogleWallet } from '#server/integrations/google-wallet/google-wallet.ts';
import {
  createRecordingPassApi,
  type RecordingPassApi,
} from '#server/integrations/google-wallet/recording-pass-api.ts';
import { createGoogleWallet } from '#server/integrations/google-wallet/signed-google-passes.ts';

export const TEST_PASS_TYPE = 'pass.example.test';

/** A pass that is its pass.json alone: no thread, no signature. What those are worth has tests of its own. */
export function testAppleWallet(push: RecordingPush = createRecordingPush()): AppleWallet {
  const issuer = { passTypeId: TEST_PASS_TYPE, teamId: 'TESTTEAM00' };
  return {
    standIn: true,
    passTypeId: TEST_PASS_TYPE,
    makePass: async (facts) => Buffer.from(JSON.stringify(passContent(facts, issuer))),
    push,
    close: async () => {},
  };
}

let key: string | undefined;

/** Makes a key once a process: it takes a moment. */
export function testGoogleKey(): string {
  key ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey;
  return key;
}

export const TEST_ISSUER = { issuerId: '3388000000012345678', serviceAccount: 'cards@test.example' };

/** Signs for real, with a key of its own, when it is first asked to. */
export function testGoogleWallet(
  publicUrl = 'http://localhost:3000',
  api: RecordingPassApi = createRecordingPassApi(),
): GoogleWallet {
  let wallet: GoogleWallet | undefined;
  const opened = () => {
    wallet ??= createGoogleWallet({
      issuer: { ...TEST_ISSUER, key: testGoogleKey() },
      publicUrl,
      standIn: true,
      api,
    });
    return wallet;
  };
  return {
    standIn: true,
    sign: (facts, now) => opened().sign(facts, now),
    update: (facts) => opened().update(facts),
  };
}
