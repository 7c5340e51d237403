import type { ReactNode } from 'react';
import type { WizardStep } from './wizard-steps.ts';

/** What a page can do with its wizard. */
export interface WizardForm<V extends object> {
  values: V;
  /** Changes top-level fields. */
  set(patch: Partial<V>): void;
  setAt(path: string, value: unknown): void;
  /** Goes on, as the Next button does, after changing the given fields. */
  next(patch?: Partial<V>): void;
  busy: boolean;
}

export interface WizardPage<V extends object> extends WizardStep<V> {
  title: string;
  render(form: WizardForm<V>): ReactNode;
  /** Runs before the page is validated, for example to look up what was typed. Resolves to changed values. */
  complete?: (values: V) => Promise<Partial<V>>;
  /**
   * Runs after the page is valid and before the wizard goes on, for example to check an address. Resolves to changed
   * values, or to false to stay on the page.
   */
  leave?: ((values: V) => Promise<Partial<V> | false>) | undefined;
  /** Overrides the wizard's error header on this page. */
  errorHeader?: string;
  /** The page renders its own forms and buttons, and calls `next`. */
  ownForm?: boolean;
}

/** Thrown by `onSubmit` if the user decided not to submit. The wizard stays as it is. */
export class SubmissionCanceled extends Error {}

export interface Submission<V> {
  values: V;
  /** The same for every attempt with the same cart. */
  idempotencyKey: string;
}
