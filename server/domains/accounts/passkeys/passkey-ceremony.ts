import type { Trx } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { SITE_NAME } from '../../../lib/pages.shared.ts';
import { formatPersonName } from '../../../lib/same-person.ts';
import type { AccountContext } from '../../../platform/context.ts';
import type { AccessPurpose } from '../../../platform/security/recovery-rules.ts';
import { hashSessionId } from '../../../platform/security/session.ts';
import { findAccount } from '../account.repository.ts';
import type { Passkey } from './passkey.repository.ts';
import type { AddPasskeyInput, UsePasskeyInput } from './passkey.schema.ts';

type Ceremony = Extract<AccessPurpose, 'add-passkey' | 'use-passkey'>;

/** Loading the library takes most of a second, and only staff need it. */
const loadLibrary = () => import('@simplewebauthn/server');

function getSite({ deps: { config } }: AccountContext): { origin: string; rpId: string } {
  const { origin, hostname } = new URL(config.publicUrl);
  return { origin, rpId: hostname };
}

function getSessionHash({ sessionId }: AccountContext): string {
  if (sessionId === null) throw new AppError('NOT_SIGNED_IN');
  return hashSessionId(sessionId);
}

/** A challenge is a token that works once, for five minutes, in this session. */
async function createChallenge(ctx: AccountContext, ceremony: Ceremony): Promise<string> {
  const { db, signer } = ctx.deps;
  const account = await findAccount(db, ctx.account.id);
  if (!account) throw new AppError('NOT_SIGNED_IN');
  return signer.signAccess(ceremony, account, { bound: getSessionHash(ctx) });
}

/**
 * Marks the challenge of a verified answer as used. Call it in the transaction that accepts the answer. Throws
 * PASSKEY_REFUSED unless the challenge is for this session, or if the account was recovered since (D75).
 */
export async function redeemChallenge(
  trx: Trx,
  ctx: AccountContext,
  ceremony: Ceremony,
  clientData: string,
): Promise<void> {
  const token = Buffer.from(readChallenge(clientData), 'base64url').toString();
  const redeemed = await ctx.deps.signer.redeemAccess(trx, ceremony, token);
  if (redeemed?.account.id !== ctx.account.id || redeemed.bound !== getSessionHash(ctx)) {
    throw new AppError('PASSKEY_REFUSED');
  }
}

function readChallenge(clientData: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString());
    return String(challenge);
  } catch (cause) {
    throw new AppError('PASSKEY_REFUSED', { cause });
  }
}

/**
 * Throws PASSKEY_REFUSED instead of the library's error, which is the cause and explains which check failed.
 */
async function refuseErrors<T>(verification: Promise<T>): Promise<T> {
  try {
    return await verification;
  } catch (cause) {
    throw new AppError('PASSKEY_REFUSED', { cause });
  }
}

const toDescriptor = ({ credentialId, transports }: Passkey) => ({ id: credentialId, transports });

export async function createAddOptions(ctx: AccountContext, passkeys: readonly Passkey[]) {
  const { generateRegistrationOptions } = await loadLibrary();
  const { account } = ctx;
  return generateRegistrationOptions({
    rpName: SITE_NAME,
    rpID: getSite(ctx).rpId,
    userID: new TextEncoder().encode(account.id),
    userName: account.email,
    userDisplayName: formatPersonName(account),
    challenge: await createChallenge(ctx, 'add-passkey'),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    excludeCredentials: passkeys.map(toDescriptor),
  });
}

/** Returns the new passkey. The caller must redeem the challenge. Throws PASSKEY_REFUSED. */
export async function verifyAdded(ctx: AccountContext, { id, response }: Omit<AddPasskeyInput, 'name'>) {
  const { verifyRegistrationResponse } = await loadLibrary();
  const { origin, rpId } = getSite(ctx);
  const { registrationInfo } = await refuseErrors(
    verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge: readChallenge(response.clientDataJSON),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
    }),
  );
  if (!registrationInfo) throw new AppError('PASSKEY_REFUSED');
  const { credential } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: response.transports,
  };
}

export async function createUseOptions(ctx: AccountContext, passkeys: readonly Passkey[]) {
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({
    rpID: getSite(ctx).rpId,
    challenge: await createChallenge(ctx, 'use-passkey'),
    userVerification: 'required',
    allowCredentials: passkeys.map(toDescriptor),
  });
}

/**
 * Returns the authenticator's new counter. The caller must redeem the challenge. Throws PASSKEY_REFUSED, for example if the counter hasn't
 * increased, unless it is still 0.
 */
export async function verifyUsed(
  ctx: AccountContext,
  { id, response }: UsePasskeyInput,
  { credentialId, publicKey, counter }: Passkey,
): Promise<number> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { origin, rpId } = getSite(ctx);
  const { verified, authenticationInfo } = await refuseErrors(
    verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge: readChallenge(response.clientDataJSON),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
        counter,
      },
    }),
  );
  if (!verified) throw new AppError('PASSKEY_REFUSED');
  return authenticationInfo.newCounter;
}
