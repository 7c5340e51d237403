import type { Trx } from '#db/client.ts';
import type { Context } from '../../../platform/context.ts';
import type { Deps } from '../../../platform/deps.ts';
import { TOKEN_SECONDS } from '../../../platform/security/token-lifetimes.ts';
import type { AntiSpamFields } from './anti-spam.schema.ts';
import { MIN_FORM_SECONDS } from './form-timing.shared.ts';
import type { Suspicion } from './message.schema.ts';

/**
 * Issues a token that proves when a form was shown or first used. It is valid for one message within a day.
 */
export async function issueFormToken({ signer }: Pick<Deps, 'signer'>): Promise<{ token: string }> {
  return { token: await signer.sign('form', 'form') };
}

/**
 * Returns why a form looks like a bot's, or null. Older clients send no token, so for them only the hidden
 * field is checked.
 */
export async function detectSpam(
  { signer, now }: Pick<Deps, 'signer' | 'now'>,
  trx: Trx,
  entryPoint: Context['entryPoint'],
  { formToken, website }: AntiSpamFields,
): Promise<Suspicion | null> {
  if (website.trim() !== '') return 'hidden field';
  if (entryPoint === 'legacy') return null;
  const token = await signer.verify('form', formToken);
  if (!token) return 'no token';
  const issuedAt = token.expiresAt.getTime() - TOKEN_SECONDS.form * 1000;
  // Don't use up the token, so that a person who was too fast can submit the same form again.
  if (now().getTime() - issuedAt < MIN_FORM_SECONDS * 1000) return 'too soon';
  return (await signer.verifyOnce(trx, 'form', formToken)) ? null : 'token used';
}
