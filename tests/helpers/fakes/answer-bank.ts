/** The buyer answers the bank's question in the browser (3-D Secure), as the sandbox at this address has it. */
export async function answerBank(
  sandboxUrl: string,
  clientSecret: string,
  outcome: 'succeeded' | 'failed',
): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/v1/3ds2/authenticate`, {
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
  if (!answer.ok) throw new Error(await answer.text());
}
