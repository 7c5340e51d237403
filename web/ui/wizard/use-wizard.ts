import { useEffect, useRef, useState } from 'react';
import { type Failure, isRefusal, toFailure } from '#web/lib/errors.ts';
import { readNewestLocation } from '#web/lib/late-navigation.ts';
import { useFormValues } from '#web/ui/form/use-form-values.ts';
import { hasErrors } from '#web/ui/form/validation.ts';
import { readDraft, removeDraft, writeDraft } from './draft.ts';
import { withoutPaths } from './draft-values.ts';
import {
  chooseSubmissionKey,
  isPurchaseRefusal,
  markInFlight,
  markRefused,
  newSubmissionKey,
  type SubmissionKey,
} from './submission-key.ts';
import { useWizardStep } from './use-wizard-step.ts';
import type { Submission, WizardPage } from './wizard-page.ts';
import { findFirstInvalid, findStepAfter, findStepWithError, validateStep } from './wizard-steps.ts';

export interface WizardOptions<V extends object> {
  /** The name under which the draft is stored, such as 'card-purchase-family'. */
  id: string;
  pages: readonly [WizardPage<V>, ...WizardPage<V>[]];
  initial: V;
  /** Paths that are never saved in a draft. '*' matches every list item. */
  secretPaths?: readonly string[];
  /** Anything outside the values that identifies the cart, such as its quoted total. */
  cartOf?: (values: V) => unknown;
  onSubmit(submission: Submission<V>): Promise<void>;
}

export function useWizard<V extends object>(options: WizardOptions<V>) {
  const { id, pages, initial, secretPaths = [], cartOf, onSubmit } = options;
  const [savedDraft] = useState(() => readDraft(sessionStorage, id, initial));
  const [submission, setSubmission] = useState(savedDraft.submission);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [summaryPage, setSummaryPage] = useState<string | null>(null);
  const isRunning = useRef(false);
  /** The location in which Next was last pressed. */
  const pressedIn = useRef('');
  const isCompleted = useRef(false);

  const [schemaPage, setSchemaPage] = useState(pages[0].id);
  const schema = pages.find((page) => page.id === schemaPage)?.schema;
  const form = useFormValues(() => savedDraft.values, schema);
  const { current, fallbackId, go, linkTo, previous } = useWizardStep<V, WizardPage<V>>(pages, form.values);
  const secretFields = secretPaths.map((path) => path.split('.')[0]);
  if (schemaPage !== current.id) {
    setSchemaPage(current.id);
    setFailure(null);
  }

  useEffect(() => {
    if (!isCompleted.current)
      writeDraft(sessionStorage, id, { values: form.values, submission }, secretPaths);
  });

  /** Goes to a page after a request, unless the visitor went to another one meanwhile. */
  function goLate(id: string) {
    if (readNewestLocation().key === pressedIn.current) go(id);
  }

  function refuse(page: WizardPage<V>, errors: ReturnType<typeof validateStep>) {
    setSummaryPage(page.id);
    form.showErrors(errors);
    goLate(page.id);
  }

  function showServerErrors(serverFailure: Failure, values: V) {
    const ownerPage = findStepWithError(pages, values, serverFailure.fieldErrors);
    if (ownerPage === undefined) return setFailure(serverFailure);
    setSummaryPage(ownerPage.id);
    form.showServerErrors(serverFailure.fieldErrors);
    goLate(ownerPage.id);
  }

  function saveSubmission(values: V, newSubmission: SubmissionKey) {
    setSubmission(newSubmission);
    // Write synchronously: a reload during the request must reuse the same idempotency key.
    writeDraft(sessionStorage, id, { values, submission: newSubmission }, secretPaths);
  }

  async function submit(values: V) {
    const invalidPage = findFirstInvalid(pages, values);
    if (invalidPage !== undefined) return refuse(invalidPage, validateStep(invalidPage, values));
    const cart = JSON.stringify([withoutPaths(values, secretPaths), cartOf?.(values)]);
    const submissionKey = chooseSubmissionKey(submission, cart);
    const inFlight = markInFlight(submissionKey);
    saveSubmission(values, inFlight);
    try {
      await onSubmit({ values, idempotencyKey: inFlight.key });
      isCompleted.current = true;
      removeDraft(sessionStorage, id);
      setSubmission(newSubmissionKey());
    } catch (error) {
      const serverFailure = toFailure(error);
      if (isPurchaseRefusal(serverFailure)) saveSubmission(values, markRefused(inFlight, cart));
      // The server refused the request before it handled the purchase (rate limit, expired session), so we
      // know nothing new about the purchase.
      else if (isRefusal(serverFailure)) saveSubmission(values, submissionKey);
      showServerErrors(serverFailure, values);
    }
  }

  /** If `leave` throws, shows its field errors like a refused submission's. */
  async function runLeave(leaveResult: Promise<Partial<V> | false>, values: V): Promise<Partial<V> | false> {
    try {
      return await leaveResult;
    } catch (error) {
      showServerErrors(toFailure(error), values);
      return false;
    }
  }

  async function advance(patch: Partial<V>) {
    let values: V = { ...form.values, ...patch };
    form.set(patch);
    if (current.complete !== undefined) {
      const completion = await current.complete(values);
      values = { ...values, ...completion };
      form.set(completion);
    }
    const errors = validateStep(current, values);
    if (hasErrors(errors)) return refuse(current, errors);
    const leaveChanges = current.leave === undefined ? {} : await runLeave(current.leave(values), values);
    if (leaveChanges === false) return;
    values = { ...values, ...leaveChanges };
    form.set(leaveChanges);
    form.clearErrors();
    const nextPage = findStepAfter(pages, values, current.id);
    if (nextPage === undefined) await submit(values);
    else goLate(nextPage.id);
  }

  /** Ignores clicks while an earlier call is still running. */
  async function next(patch: Partial<V> = {}) {
    if (isRunning.current) return;
    isRunning.current = true;
    pressedIn.current = readNewestLocation().key;
    setBusy(true);
    setFailure(null);
    try {
      await advance(patch);
    } catch (error) {
      setFailure(toFailure(error));
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }

  return {
    form,
    current,
    busy,
    failure,
    next,
    previous,
    linkTo,
    summaryShown: summaryPage === current.id,
    /** True if a reload led back to this page because its secrets were not saved. */
    wereSecretsLost:
      fallbackId === current.id && current.fields.some((field) => secretFields.includes(field)),
  };
}
