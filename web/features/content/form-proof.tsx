import { type RefObject, useEffect, useRef } from 'react';
import type { FormProof } from '#server/content/messages/form-proof.schema.ts';
import { MIN_FORM_SECONDS } from '#server/content/messages/form-timing.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import classes from './form-proof.module.css';

interface Shown {
  token: string;
  at: number;
}

interface FormProofOptions {
  /** Request the token when the form is shown, not when the visitor first uses it. */
  atOnce?: boolean;
  /** Wait until the minimum time has passed before sending, for a form that a browser may autofill instantly. */
  patient?: boolean;
}

/** Adds the hidden proof that the sender is not a bot to a visitor's form. */
export function useFormProof({ atOnce = false, patient = false }: FormProofOptions = {}) {
  const { client } = trpc.useUtils();
  const shown = useRef<Promise<Shown> | null>(null);
  const trap = useRef<HTMLInputElement>(null);

  function ask(): Promise<Shown> {
    shown.current ??= client.content.formToken
      .query()
      .then(({ token }) => ({ token, at: performance.now() }))
      .catch((error: unknown) => {
        // The next attempt requests a new token.
        shown.current = null;
        throw error;
      });
    return shown.current;
  }

  const begin = () => void ask().catch(() => {});
  const first = useRef(begin);
  useEffect(() => {
    if (atOnce) first.current();
  }, [atOnce]);

  /** Each message needs a new token. Also clears the trap, which a password manager may have filled in. */
  function reset() {
    shown.current = null;
    if (trap.current) trap.current.value = '';
  }

  async function send<T>(call: (proof: FormProof) => Promise<T>): Promise<T> {
    const { token, at } = await ask();
    if (patient) await waitForMinimumTime(at);
    try {
      const answer = await call({ formToken: token, website: trap.current?.value ?? '' });
      reset();
      return answer;
    } catch (error) {
      if (toFailure(error).code === 'FORM_SUSPECTED') {
        reset();
        begin();
      }
      throw error;
    }
  }

  return { begin, send, trap };
}

async function waitForMinimumTime(since: number): Promise<void> {
  const rest = since + MIN_FORM_SECONDS * 1000 - performance.now();
  if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
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
