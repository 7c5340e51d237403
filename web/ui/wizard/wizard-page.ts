import type { ReactNode } from 'react';
import type { WizardStep } from './wizard-steps.ts';

/** What a page may do with the wizard that it stands in. */
export interface WizardForm<V extends object> {
  values: V;
  /** Changes top-level fields: what a choice on the page implies. */
  set(patch: Partial<V>): void;
  setAt(path: string, value: unknown): void;
  /** As the Next button; a page of choices calls it with what was chosen. */
  next(patch?: Partial<V>): void;
  busy: boolean;
}

export interface WizardPage<V extends object> extends WizardStep<V> {
  title: string;
  render(form: WizardForm<V>): ReactNode;
  /**
   * Runs once the page is right, before the next one (or the submission): asks the post office, asks the visitor.
   * Resolves to what it changes in the values, or to false where the visitor stays.
   */
  leave?: ((values: V) => Promise<Partial<V> | false>) | undefined;
  /** Heads what the server answers to this page, where it is other words than the wizard's. */
  errorHeader?: string;
  /** The page brings its own forms and buttons (logging in); it goes on by `next`. */
  ownForm?: boolean;
}

export interface Submission<V> {
  values: V;
  /** To be sent with the call that buys: the same for every try of the same cart. */
  idempotencyKey: string;
}
