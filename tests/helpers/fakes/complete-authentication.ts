/** Completes or fails a 3-D Secure authentication at the sandbox, as the buyer's browser would. */
export async function completeAuthentication(
  sandboxUrl: string,
  clientSecret: string,
  outcome: 'succeeded' | 'failed',
): Promise<void> {
  const response = await fetch(`${sandboxUrl}/v1/3ds2/authenticate`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer pk_test_sandbox',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      intent: clientSecret.split('_secret_')[0] ?? '',
      client_secret: clientSecret,
      outcome,
    }),
  });
  if (!response.ok) throw new Error(await response.text());
}
