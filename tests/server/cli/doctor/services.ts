import { createServer, type RequestListener } from 'node:http';
import { SMTPServer } from 'smtp-server';
import { STRIPE_API_VERSION } from '#server/platform/integrations/stripe/client.ts';
import {
  type FakeUsps,
  goodToken,
  json,
  startFakeUsps,
  uspsAddress,
} from '../../integrations/usps/usps-fake.ts';

export const WEBHOOK = {
  url: 'https://card.example/api/stripe/webhook',
  status: 'enabled',
  api_version: STRIPE_API_VERSION,
  enabled_events: ['*'],
};

/** Fakes of what the doctor calls, and their next responses. */
export interface Services {
  urls: { stripe: string; usps: string; google: string };
  smtpPort: number;
  /** The bodies of Stripe's responses, by path. A path without a body returns a 403. */
  stripe: Record<string, object>;
  googleStatus: number;
  usps: FakeUsps;
  /** Makes everything work again. */
  reset(): void;
  close(): Promise<void>;
}

export async function startServices(credentials: {
  stripeKey: string;
  mailPassword: string;
}): Promise<Services> {
  const closers: (() => unknown)[] = [];
  const listen = async (handle: RequestListener) => {
    const server = createServer(handle);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  };
  const stripeUrl = await listen((request, response) => {
    const { authorization } = request.headers;
    const isOwn = authorization === `Bearer ${credentials.stripeKey}`;
    const body = services.stripe[new URL(request.url ?? '/', 'http://fake').pathname];
    const status = isOwn ? (body ? 200 : 403) : 401;
    response.writeHead(status, { 'content-type': 'application/json' });
    const refusal = { error: { type: 'invalid_request_error', message: `Not with ${authorization}` } };
    response.end(JSON.stringify(isOwn && body ? body : refusal));
  });
  const googleUrl = await listen((_request, response) => {
    response.writeHead(services.googleStatus, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ access_token: 'token', expires_in: 3_600 }));
  });
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) =>
      password === credentials.mailPassword
        ? callback(null, { user: username })
        : callback(new Error(`Not with ${password}`)),
  });
  smtp.on('error', () => {});
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  closers.push(() => smtp.close());
  const smtpAddress = smtp.server.address();
  const usps = await startFakeUsps();
  closers.push(() => usps.close());

  const services: Services = {
    urls: { stripe: stripeUrl, usps: usps.url, google: googleUrl },
    smtpPort: typeof smtpAddress === 'object' ? (smtpAddress?.port ?? 0) : 0,
    stripe: {},
    googleStatus: 200,
    usps,
    reset: () => {
      services.stripe = {
        '/v1/account': { id: 'acct_1', charges_enabled: true, payouts_enabled: true },
        '/v1/webhook_endpoints': { data: [WEBHOOK] },
        '/v1/events': { data: [] },
      };
      services.googleStatus = 200;
      usps.token = goodToken;
      usps.address = json(200, uspsAddress());
    },
    close: async () => {
      for (const close of closers) await close();
    },
  };
  return services;
}
