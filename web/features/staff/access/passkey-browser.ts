import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { type Failure, toFailure } from '#web/lib/errors.ts';
import { useStaffClient } from '../kit/staff-client.ts';

const MESSAGES: Record<string, string> = {
  NotAllowedError: 'Your passkey wasn’t used. Try again when you’re ready.',
  InvalidStateError: 'This device already has a passkey for your account.',
};

/** Replaces the browser's message, which is meant for developers. */
function toPasskeyFailure(error: unknown): Failure {
  if (!(error instanceof Error) || !(error instanceof WebAuthnError || Object.hasOwn(MESSAGES, error.name))) {
    return toFailure(error);
  }
  return {
    code: 'PASSKEY_REFUSED',
    message:
      MESSAGES[error.name] ?? 'This browser couldn’t use a passkey here. Try another browser or device.',
    fieldErrors: {},
    requestId: undefined,
  };
}

async function withOwnMessages<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    throw toPasskeyFailure(error);
  }
}

/**
 * Returns a function that prompts the staff member for their passkey. Call it after the server returns
 * PASSKEY_REQUIRED, then repeat the call. It throws a Failure if they decline.
 */
export function usePasskeyPrompt(): () => Promise<void> {
  const { passkeys } = useStaffClient().accounts;
  return () =>
    withOwnMessages(async () => {
      const optionsJSON = await passkeys.prepareUse.mutate();
      await passkeys.use.mutate(await startAuthentication({ optionsJSON }));
    });
}

/** Returns a function that makes a call. If the call needs a passkey, prompts for it and repeats the call. */
export function usePasskeyRetry() {
  const promptForPasskey = usePasskeyPrompt();
  return async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await call();
    } catch (error) {
      if (toFailure(error).code !== 'PASSKEY_REQUIRED') throw error;
      await promptForPasskey();
      return call();
    }
  };
}

/** Returns a function that creates a passkey in this browser or on a nearby device. */
export function usePasskeyCreation(): (name: string) => Promise<void> {
  const { passkeys } = useStaffClient().accounts;
  const withPasskey = usePasskeyRetry();
  return (name) =>
    withOwnMessages(async () => {
      const optionsJSON = await withPasskey(() => passkeys.prepareAdding.mutate());
      const { id, response } = await startRegistration({ optionsJSON });
      await passkeys.add.mutate({ name, id, response });
    });
}
