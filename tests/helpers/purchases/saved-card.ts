import { z } from 'zod';
import { completeAuthentication } from '../fakes/complete-authentication.ts';

const response = z.object({ id: z.string(), status: z.string().optional() });

async function post(url: string, params: Record<string, string>) {
  const sandboxResponse = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: 'Bearer pk_test_sandbox',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(params),
  });
  if (!sandboxResponse.ok) throw new Error(await sandboxResponse.text());
  return response.parse(await sandboxResponse.json());
}

/** Confirms a SetupIntent with a card and completes any 3-D Secure check, as the browser does. */
export async function saveCard(
  sandboxUrl: string,
  { id, clientSecret }: { id: string; clientSecret: string },
  number = '4242424242424242',
): Promise<void> {
  const { id: paymentMethod } = await post(`${sandboxUrl}/v1/payment_methods`, {
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '12',
    'card[exp_year]': '2034',
    'card[cvc]': '123',
  });
  const { status } = await post(`${sandboxUrl}/v1/setup_intents/${id}/confirm`, {
    client_secret: clientSecret,
    payment_method: paymentMethod,
  });
  if (status === 'requires_action') await completeAuthentication(sandboxUrl, clientSecret, 'succeeded');
}
