import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { z } from 'zod';
import type { PassPush, PushOutcome } from './pass-push.ts';

/** Apple has no sandbox environment for pass updates. */
const APNS_URL = 'https://api.push.apple.com';
const TIMEOUT_MS = 15_000;

export interface ApnsOptions {
  passTypeId: string;
  /** In PEM format. Apple identifies us by the certificate that signs the passes. */
  certificate: string;
  key: string;
  url?: string;
  /** An additional CA certificate, for tests. */
  ca?: string;
}

/** Sends an empty push message to each phone through Apple's HTTP/2 push service. */
export function createApnsPush({ passTypeId, certificate, key, url = APNS_URL, ca }: ApnsOptions): PassPush {
  return {
    isStandIn: false,
    notify: async (pushTokens) => {
      if (pushTokens.length === 0) return [];
      const session = connect(url, { cert: certificate, key, ...(ca ? { ca } : {}) });
      // Without a listener, a connection error would crash the process. The interrupted requests report it
      // themselves.
      session.on('error', () => {});
      try {
        return await Promise.all(pushTokens.map((token) => notifyOne(session, passTypeId, token)));
      } finally {
        session.close();
        session.destroy();
      }
    },
  };
}

/** These errors mean that a phone's token will never work again. Any other error is retried. */
const GONE_REASONS = new Set(['BadDeviceToken', 'Unregistered', 'DeviceTokenNotForTopic', 'ExpiredToken']);

async function notifyOne(
  session: ClientHttp2Session,
  passTypeId: string,
  pushToken: string,
): Promise<PushOutcome> {
  const { status, reason } = await send(session, passTypeId, pushToken);
  if (status === 200) return 'sent';
  if (status === 410 || GONE_REASONS.has(reason)) return 'gone';
  throw new Error(`Apple's push service answered ${status} ${reason}`);
}

function send(
  session: ClientHttp2Session,
  passTypeId: string,
  pushToken: string,
): Promise<{ status: number; reason: string }> {
  return new Promise((resolve, reject) => {
    const stream = session.request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: `/3/device/${encodeURIComponent(pushToken)}`,
      'apns-topic': passTypeId,
    });
    let status = 0;
    let body = '';
    stream.setEncoding('utf8');
    stream.setTimeout(TIMEOUT_MS, () => stream.destroy(new Error("Apple's push service gave no answer")));
    stream.on('response', (headers) => {
      status = headers[':status'] ?? 0;
    });
    stream.on('data', (chunk: string) => {
      body += chunk;
    });
    stream.on('end', () => resolve({ status, reason: parseReason(body) }));
    stream.on('error', reject);
    // When the session closes early, its streams close without an error.
    stream.on('close', () => reject(new Error("Apple's push service gave no answer")));
    stream.end('{}');
  });
}

const errorResponse = z.object({ reason: z.string() });

/** Returns an empty string if the response has no reason. */
function parseReason(body: string): string {
  try {
    return errorResponse.parse(JSON.parse(body)).reason;
  } catch {
    return '';
  }
}
