import { type RefObject, useEffect, useRef } from 'react';
import type { FormProof } from '#server/content/form-proof.schema.ts';
import { MIN_FORM_SECONDS } from '#server/content/form-timing.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import classes from './form-proof.module.css';

interface Shown {
  token: string;
  at: number;
}

interface FormProofOptions {
  /** Ask for the token with the form itself, not when somebody turns to it. */
  atOnce?: boolean;
  /** Who is quicker than a program may be waits for the rest: for one field that a browser fills in by itself. */
  patient?: boolean;
}

/** Sends a visitor's form with what tells a person from a program, which no person sees. */
export function useFormProof({ atOnce = false, patient = false }: FormProofOptions = {}) {
  const { client } = trpc.useUtils();
  const shown = useRef<Promise<Shown> | null>(null);
  const trap = useRef<HTMLInputElement>(null);

  function ask(): Promise<Shown> {
    shown.current ??= client.content.formToken
      .query()
      .then(({ token }) => ({ token, at: performance.now() }))
      .catch((error: unknown) => {
        // The next try asks anew.
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

  /** Each message has a token of its own. What filled in the trap may have been a password manager: it is emptied. */
  function renew() {
    shown.current = null;
    if (trap.current) trap.current.value = '';
  }

  async function send<T>(call: (proof: FormProof) => Promise<T>): Promise<T> {
    const { token, at } = await ask();
    if (patient) await restOf(at);
    try {
      const answer = await call({ formToken: token, website: trap.current?.value ?? '' });
      renew();
      return answer;
    } catch (error) {
      if (toFailure(error).code === 'FORM_SUSPECTED') {
        renew();
        begin();
      }
      throw error;
    }
  }

  return { begin, send, trap };
}

async function restOf(since: number): Promise<void> {
  const rest = since + MIN_FORM_SECONDS * 1000 - performance.now();
  if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
}

/** A field that only programs fill in. */
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
