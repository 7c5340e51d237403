import { type RefObject, useEffect, useRef } from 'react';
import type { FormProof } from '#server/content/messages/form-proof.schema.ts';
import { MIN_FORM_SECONDS } from '#server/content/messages/form-timing.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import classes from './form-proof.module.css';

interface FormToken {
  token: string;
  loadedAt: number;
}

interface FormProofOptions {
  /** Request the token when the form is shown, not when the visitor first uses it. */
  loadsAtOnce?: boolean;
  /** Wait until the minimum time has passed before sending, for a form that a browser may autofill instantly. */
  waitsBeforeSending?: boolean;
}

/** Adds the hidden proof that the sender is not a bot to a visitor's form. */
export function useFormProof({ loadsAtOnce = false, waitsBeforeSending = false }: FormProofOptions = {}) {
  const { client } = trpc.useUtils();
  const formToken = useRef<Promise<FormToken> | null>(null);
  const trap = useRef<HTMLInputElement>(null);

  function loadToken(): Promise<FormToken> {
    formToken.current ??= client.content.formToken
      .query()
      .then(({ token }) => ({ token, loadedAt: performance.now() }))
      .catch((error: unknown) => {
        // The next attempt requests a new token.
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

  /** Each message needs a new token. Also clears the honeypot, which a password manager may have filled in. */
  function reset() {
    formToken.current = null;
    if (trap.current) trap.current.value = '';
  }

  async function send<T>(call: (proof: FormProof) => Promise<T>): Promise<T> {
    const { token, loadedAt } = await loadToken();
    if (waitsBeforeSending) await waitForMinimumTime(loadedAt);
    try {
      const answer = await call({ formToken: token, website: trap.current?.value ?? '' });
      reset();
      return answer;
    } catch (error) {
      if (toFailure(error).code === 'FORM_SUSPECTED') {
        reset();
        preloadToken();
      }
      throw error;
    }
  }

  return { preloadToken, send, trap };
}

async function waitForMinimumTime(loadedAt: number): Promise<void> {
  const remainingMs = loadedAt + MIN_FORM_SECONDS * 1000 - performance.now();
  if (remainingMs > 0) await new Promise((resolve) => setTimeout(resolve, remainingMs));
}

/** A hidden field that only bots fill in. */
export function FormTrap({ trap }: { trap: RefObject<HTMLInputElement | null> }) {
  return (
    <div className={classes.trap} aria-hidden="true">
      <label>
        Leave this empty
        <input ref={trap} name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  );
}
