import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApnsPush } from '#server/integrations/apple-wallet/apns-push.ts';
import type { PassCertificates } from '#server/integrations/apple-wallet/pass-certificates.ts';
import { makeStandInCertificates } from '#server/integrations/apple-wallet/stand-in-certificates.ts';
import { type PushService, startPushService } from '#tests/helpers/fakes/push-service.ts';

const ANSWERS: Record<string, { status: number; reason?: string } | 'nothing'> = {
  good: { status: 200 },
  unregistered: { status: 410, reason: 'Unregistered' },
  bad: { status: 400, reason: 'BadDeviceToken' },
  busy: { status: 429, reason: 'TooManyRequests' },
  forbidden: { status: 403, reason: 'BadCertificate' },
  dead: 'nothing',
};

let service: PushService;
let certificates: PassCertificates;
beforeAll(async () => {
  certificates = await makeStandInCertificates(new Date());
  service = await startPushService((token) => ANSWERS[token] ?? { status: 500 });
});
afterAll(() => service?.close());

const push = (url = service.url) => createApnsPush({ ...certificates, url, ca: service.ca });

describe('[issue 6] Apple’s push service', () => {
  test('hears an empty message under the pass type’s name, by the certificate that signs the passes', async () => {
    expect(await push().notify(['good'])).toEqual(['sent']);
    expect(service.heard.at(-1)).toEqual({
      token: 'good',
      topic: certificates.passTypeId,
      body: '{}',
      caller: `Pass Type ID: ${certificates.passTypeId}`,
    });
  });

  test('says which telephones are gone, each in its place', async () => {
    expect(await push().notify(['good', 'unregistered', 'bad', 'good'])).toEqual([
      'sent',
      'gone',
      'gone',
      'sent',
    ]);
    expect(await push().notify([])).toEqual([]);
  });

  test.each(['busy', 'forbidden', 'unknown', 'dead'])('has to be asked again after: %s', async (token) => {
    await expect(push().notify([token])).rejects.toThrow('push service');
  });

  test('has to be asked again where it is not there', async () => {
    await expect(push('https://localhost:9').notify(['good'])).rejects.toThrow();
  });

  test('is not believed under a certificate that nobody vouches for', async () => {
    const unbelieving = createApnsPush({ ...certificates, url: service.url });
    await expect(unbelieving.notify(['good'])).rejects.toThrow();
  });
});
