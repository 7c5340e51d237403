import type { ReactNode } from 'react';
import type { NavigateOptions, To } from 'react-router';
import type { WizardStep } from './wizard-steps.ts';

/** What the user entered on an earlier page, with a link to that page. */
export interface ReviewedPage {
  id: string;
  title: string;
  summary: string;
  link: { to: To; state: NavigateOptions['state'] };
}

/** What a page can read from its wizard and do in it. */
export interface WizardForm<V extends object> {
  values: V;
  set(patch: Partial<V>): void;
  setAt(path: string, value: unknown): void;
  /** Changes the given fields, then does what the Next button does. */
  next(patch?: Partial<V>): void;
  busy: boolean;
  /** The earlier pages that have a summary. */
  review: readonly ReviewedPage[];
}

export interface WizardPage<V extends object> extends WizardStep<V> {
  title: string;
  /**
   * Summarizes the page's values for the review on a later page. The review omits the page if this is missing
   * or returns ''.
   */
  summarize?: ((values: V) => string) | undefined;
  render(form: WizardForm<V>): ReactNode;
  /**
   * Runs before the page is validated, for example to look up the entered reference. Resolves to the values
   * that change.
   */
  complete?: ((values: V) => Promise<Partial<V>>) | undefined;
  /**
   * Runs after the page has been validated and before the wizard moves on, for example to check an address.
   * Resolves to the values that change, or to false to stay on the page.
   */
  leave?: ((values: V) => Promise<Partial<V> | false>) | undefined;
  /** Overrides the wizard's error header on this page. */
  errorHeader?: string;
  /** True if the page renders its own forms and buttons. It then calls `next` itself. */
  ownForm?: boolean;
}

export interface Submission<V> {
  values: V;
  /** Changes only when `SubmissionKey` says so. */
  idempotencyKey: string;
}
