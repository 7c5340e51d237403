import { type RefObject, useEffect, useRef } from 'react';
import type { AntiSpamFields } from '#server/domains/content/messages/anti-spam.schema.ts';
import { MIN_FORM_SECONDS } from '#server/domains/content/messages/form-timing.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import visuallyHidden from '#web/ui/visually-hidden.module.css';

interface FormToken {
  token: string;
  loadedAt: number;
}

interface SpamProtectionOptions {
  /** Requests the token when the form appears, instead of when the visitor first uses it. */
  loadsAtOnce?: boolean;
  /**
   * Delays sending until the minimum time has passed. Set this if a browser may autofill the form instantly.
   */
  waitsBeforeSending?: boolean;
}

/** Adds a token and a honeypot field to a form, so that the server can detect bots. */
export function useSpamProtection({
  loadsAtOnce = false,
  waitsBeforeSending = false,
}: SpamProtectionOptions = {}) {
  const { client } = trpc.useUtils();
  const formToken = useRef<Promise<FormToken> | null>(null);
  const honeypot = useRef<HTMLInputElement>(null);

  function loadToken(): Promise<FormToken> {
    formToken.current ??= client.content.formToken
      .query()
      .then(({ token }) => ({ token, loadedAt: performance.now() }))
      .catch((error: unknown) => {
        // Let the next attempt request a new token.
        formToken.current = null;
        throw error;
      });
    return formToken.current;
  }

  const preloadToken = () => void loadToken().catch(() => {});
  const initialPreload = useRef(preloadToken);
  useEffect(() => {
    if (loadsAtOnce) initialPreload.current();
  }, [loadsAtOnce]);

  /** Each message needs a new token. Clears the honeypot, which a password manager may have filled in. */
  function reset() {
    formToken.current = null;
    if (honeypot.current) honeypot.current.value = '';
  }

  async function send<T>(call: (fields: AntiSpamFields) => Promise<T>): Promise<T> {
    const { token, loadedAt } = await loadToken();
    if (waitsBeforeSending) await waitForMinimumTime(loadedAt);
    try {
      const result = await call({ formToken: token, website: honeypot.current?.value ?? '' });
      reset();
      return result;
    } catch (error) {
      if (toFailure(error).code === 'FORM_SUSPECTED') {
        reset();
        preloadToken();
      }
      throw error;
    }
  }

  return { preloadToken, send, honeypot };
}

async function waitForMinimumTime(loadedAt: number): Promise<void> {
  const remainingMs = loadedAt + MIN_FORM_SECONDS * 1000 - performance.now();
  if (remainingMs > 0) await new Promise((resolve) => setTimeout(resolve, remainingMs));
}

/** A hidden field that bots fill in. */
export function Honeypot({ honeypot }: { honeypot: RefObject<HTMLInputElement | null> }) {
  return (
    <div className={visuallyHidden.hidden} aria-hidden="true">
      <label>
        Leave this empty
        <input ref={honeypot} name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  );
}
