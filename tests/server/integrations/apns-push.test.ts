import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApnsPush } from '#server/platform/integrations/apple-wallet/apns-push.ts';
import type { PassCertificates } from '#server/platform/integrations/apple-wallet/pass-certificates.ts';
import { createStandInCertificates } from '#server/platform/integrations/apple-wallet/stand-in-certificates.ts';
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
  certificates = await createStandInCertificates(new Date());
  service = await startPushService((token) => ANSWERS[token] ?? { status: 500 });
});
afterAll(() => service?.close());

const push = (url = service.url) => createApnsPush({ ...certificates, url, ca: service.ca });

describe('the Apple push client', () => {
  test('sends an empty message for the pass type, with the pass certificate', async () => {
    expect(await push().notify(['good'])).toEqual(['sent']);
    expect(service.received.at(-1)).toEqual({
      token: 'good',
      topic: certificates.passTypeId,
      body: '{}',
      caller: `Pass Type ID: ${certificates.passTypeId}`,
    });
  });

  test('reports which phones no longer have the pass, in the order of the tokens', async () => {
    expect(await push().notify(['good', 'unregistered', 'bad', 'good'])).toEqual([
      'sent',
      'gone',
      'gone',
      'sent',
    ]);
    expect(await push().notify([])).toEqual([]);
  });

  test.each(['busy', 'forbidden', 'unknown', 'dead'])(
    'fails with the response %s, so that the job is retried',
    async (token) => {
      await expect(push().notify([token])).rejects.toThrow('push service');
    },
  );

  test('fails if the push service is unreachable', async () => {
    await expect(push('https://localhost:9').notify(['good'])).rejects.toThrow();
  });

  test('refuses a server with an untrusted certificate', async () => {
    const withoutCa = createApnsPush({ ...certificates, url: service.url });
    await expect(withoutCa.notify(['good'])).rejects.toThrow();
  });
});
