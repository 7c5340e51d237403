import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#web/lib/errors.ts';
import type { Submission } from '#web/ui/wizard/wizard-page.ts';
import { findPage, goBackToFirstPage, goToPayment, openWizard, type SampleValues } from './sample-wizard.tsx';

beforeEach(() => sessionStorage.clear());

const makeFailure = (code: string, message: string, fieldErrors: Record<string, string> = {}): Failure => ({
  code,
  message,
  fieldErrors,
  requestId: undefined,
});

const DECLINE = makeFailure('CARD_DECLINED', 'Your card was declined.');
const LOST_RESPONSE = makeFailure('NETWORK', 'Please contact customer support');
const LIMIT = makeFailure('TOO_MANY_REQUESTS', 'Too many requests.');

/** Fakes a server that fails each submission with the next of these errors; null means success. */
function makeServer(...outcomes: (Failure | null)[]) {
  const submissions: Submission<SampleValues>[] = [];
  const onSubmit = async (submission: Submission<SampleValues>) => {
    const outcome = outcomes[submissions.push(submission) - 1];
    if (outcome) throw outcome;
  };
  return { submissions, onSubmit };
}

async function fillIn(user: UserEvent) {
  await goToPayment(user);
  await user.type(screen.getByLabelText('Card'), '4242');
}

/** Waits for the answer: a press while an earlier submission runs is ignored. */
async function purchase(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Purchase' }));
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
}

async function changeName(user: UserEvent) {
  await goBackToFirstPage(user);
  await user.type(screen.getByLabelText('First name'), 'a');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await findPage('Payment');
}

describe('[S4 wizards] the last page of a wizard', () => {
  test('submits only once, however often it is clicked', async () => {
    const response = Promise.withResolvers<void>();
    const submissions: unknown[] = [];
    const { user } = openWizard({
      onSubmit: (submission) => {
        submissions.push(submission);
        return response.promise;
      },
    });
    await fillIn(user);
    const button = screen.getByRole('button', { name: 'Purchase' });
    await user.dblClick(button);
    await user.keyboard('{Enter}');
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect(button).toHaveFocus();
    expect(submissions).toHaveLength(1);
    response.resolve();
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
  });

  test("[S8 graph error] shows the server's message under the given header, and clears nothing", async () => {
    const { submissions, onSubmit } = makeServer(DECLINE);
    const { user } = openWizard({ onSubmit });
    await fillIn(user);
    await purchase(user);
    const box = await screen.findByRole('alert');
    expect(box).toHaveTextContent('There was an Problem with your purchaseYour card was declined.');
    expect(box).toHaveFocus();
    expect(screen.getByLabelText('Card')).toHaveValue('4242');
    expect(submissions).toHaveLength(1);
  });

  test("leads from the server's field error to the page with the field", async () => {
    const { onSubmit } = makeServer(
      makeFailure('INVALID_INPUT', 'Invalid Email', { email: 'Invalid Email' }),
    );
    const { user } = openWizard({ onSubmit });
    await fillIn(user);
    await purchase(user);
    expect(await screen.findByLabelText('Email')).toHaveAccessibleDescription('Invalid Email');
    expect(screen.getByRole('alert')).toHaveTextContent('Email: Invalid Email');
    expect(screen.getByRole('alert')).toHaveFocus();
    await user.type(screen.getByLabelText('Email'), '.org');
    expect(screen.getByLabelText('Email')).toBeValid();
  });
});

describe('[D41] the idempotency key', () => {
  test('is kept for another card, after a lost response, and after a reload', async () => {
    const { submissions, onSubmit } = makeServer(DECLINE, LOST_RESPONSE, null);
    const { user, unmount } = openWizard({ onSubmit });
    await fillIn(user);
    await purchase(user);
    await user.type(screen.getByLabelText('Card'), '1');
    await purchase(user);
    unmount();
    const secondVisit = openWizard({ address: '/?step=payment', onSubmit });
    await secondVisit.user.type(screen.getByLabelText('Card'), '4242');
    await purchase(secondVisit.user);
    await waitFor(() => expect(submissions).toHaveLength(3));
    expect(new Set(submissions.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  test.each([
    ['renewed', 'a decline', [DECLINE]],
    ['renewed', 'a decline and an attempt that a limit refused', [DECLINE, LIMIT]],
    ['kept', 'a lost response', [LOST_RESPONSE]],
    [
      'kept',
      'a decline, a lost response, and an attempt that a limit refused',
      [DECLINE, LOST_RESPONSE, LIMIT],
    ],
  ])('is %s for a cart that was changed after %s', async (result, _, outcomes) => {
    const { submissions, onSubmit } = makeServer(...outcomes, null);
    const { user } = openWizard({ onSubmit });
    await fillIn(user);
    for (const _attempt of outcomes) await purchase(user);
    await changeName(user);
    await purchase(user);
    await waitFor(() => expect(submissions).toHaveLength(outcomes.length + 1));
    const keys = submissions.map(({ idempotencyKey }) => idempotencyKey);
    const [firstKey] = keys;
    expect(keys.map((key) => key === firstKey)).toEqual([...outcomes.map(() => true), result === 'kept']);
  });

  test('is renewed after a completed cart, and the draft is removed', async () => {
    const { submissions, onSubmit } = makeServer(null, null);
    const firstVisit = openWizard({ onSubmit });
    await fillIn(firstVisit.user);
    await purchase(firstVisit.user);
    await waitFor(() => expect(submissions).toHaveLength(1));
    firstVisit.unmount();
    expect(sessionStorage).toHaveLength(0);

    const secondVisit = openWizard({ onSubmit });
    await fillIn(secondVisit.user);
    await purchase(secondVisit.user);
    await waitFor(() => expect(submissions).toHaveLength(2));
    expect(submissions[0]?.idempotencyKey).not.toBe(submissions[1]?.idempotencyKey);
  });
});
