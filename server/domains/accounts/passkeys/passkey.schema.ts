import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { requiredLine } from '../../../lib/text.ts';

/** Authenticators send less than this. */
const MAX_ENCODED_LENGTH = 16_384;
const encoded = z.string().min(1).max(MAX_ENCODED_LENGTH, { abort: true }).pipe(z.base64url());

/** What the session needs before it can open the staff console. */
export const consoleStep = z.enum(['use-passkey', 'add-passkey', 'enter-token', 'none']);
export type ConsoleStep = z.infer<typeof consoleStep>;

export const consoleAccess = z.object({ step: consoleStep });

export const passkeyName = z.object({ name: requiredLine('Required Field', 60) });

export const addPasskeyInput = passkeyName.extend({
  id: encoded,
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string().max(30)).max(10).default([]),
  }),
});
export type AddPasskeyInput = z.infer<typeof addPasskeyInput>;

export const usePasskeyInput = z.object({
  id: encoded,
  response: z.object({ clientDataJSON: encoded, authenticatorData: encoded, signature: encoded }),
});
export type UsePasskeyInput = z.infer<typeof usePasskeyInput>;

/** Options for the browser, which we create and never read back. */
export const addOptions = z.custom<Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'>>();
export const useOptions = z.custom<Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'>>();

export const ownPasskey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type OwnPasskey = z.infer<typeof ownPasskey>;

export const passkeyId = z.object({ id: z.uuid() });
