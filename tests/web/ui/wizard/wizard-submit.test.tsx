import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#web/lib/errors.ts';
import type { Submission } from '#web/ui/wizard/wizard-page.ts';
import { openWizard, type SampleValues } from './sample-wizard.tsx';

beforeEach(() => sessionStorage.clear());

const refusal = (code: string, message: string, fieldErrors: Record<string, string> = {}): Failure => ({
  code,
  message,
  fieldErrors,
  requestId: undefined,
});

/** Answers each submission with the next of these errors; null succeeds. */
function serverOf(...answers: (Failure | null)[]) {
  const sent: Submission<SampleValues>[] = [];
  const onSubmit = async (submission: Submission<SampleValues>) => {
    const answer = answers[sent.push(submission) - 1];
    if (answer) throw answer;
  };
  return { sent, onSubmit };
}

async function toPayment(user: UserEvent) {
  await user.type(screen.getByLabelText('First name'), 'Ann');
  await user.type(screen.getByLabelText('E-mail'), 'ann@example.com');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.type(screen.getByLabelText('Card'), '4242');
}

const purchase = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Purchase' }));

async function changeName(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  await user.type(screen.getByLabelText('First name'), 'a');
  await user.click(screen.getByRole('button', { name: 'Next' }));
}

describe('[S4 wizards] the last page submits', () => {
  test('only once, however often it is clicked', async () => {
    const answered = Promise.withResolvers<void>();
    const sent: unknown[] = [];
    const { user } = openWizard({
      onSubmit: (submission) => {
        sent.push(submission);
        return answered.promise;
      },
    });
    await toPayment(user);
    const button = screen.getByRole('button', { name: 'Purchase' });
    await user.dblClick(button);
    await user.keyboard('{Enter}');
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect(button).toHaveFocus();
    expect(sent).toHaveLength(1);
    answered.resolve();
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
  });

  test("[S8 graph error] shows the server's message under the given header, and clears nothing", async () => {
    const { sent, onSubmit } = serverOf(refusal('CARD_DECLINED', 'Your card was declined.'));
    const { user } = openWizard({ onSubmit });
    await toPayment(user);
    await purchase(user);
    const box = await screen.findByRole('alert');
    expect(box).toHaveTextContent('There was an Problem with your purchaseYour card was declined.');
    expect(box).toHaveFocus();
    expect(screen.getByLabelText('Card')).toHaveValue('4242');
    expect(sent).toHaveLength(1);
  });

  test("a server's field error leads to the page with the field", async () => {
    const { onSubmit } = serverOf(refusal('INVALID_INPUT', 'Invalid Email', { email: 'Invalid Email' }));
    const { user } = openWizard({ onSubmit });
    await toPayment(user);
    await purchase(user);
    expect(await screen.findByLabelText('E-mail')).toHaveAccessibleDescription('Invalid Email');
    expect(screen.getByRole('alert')).toHaveTextContent('E-mail: Invalid Email');
    expect(screen.getByRole('alert')).toHaveFocus();
    await user.type(screen.getByLabelText('E-mail'), '.org');
    expect(screen.getByLabelText('E-mail')).toBeValid();
  });
});

describe('[D41] the idempotency key', () => {
  test('stays the same for another card, after a lost answer, and after a reload', async () => {
    const { sent, onSubmit } = serverOf(
      refusal('CARD_DECLINED', 'Your card was declined.'),
      refusal('NETWORK', 'Please contact customer support'),
      null,
    );
    const { user, unmount } = openWizard({ onSubmit });
    await toPayment(user);
    await purchase(user);
    await user.type(screen.getByLabelText('Card'), '1');
    await purchase(user);
    unmount();
    const again = openWizard({ address: '/?step=payment', onSubmit });
    await again.user.type(screen.getByLabelText('Card'), '4242');
    await purchase(again.user);
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  test('is renewed for a cart that was changed after a decline', async () => {
    const { sent, onSubmit } = serverOf(refusal('CARD_DECLINED', 'Your card was declined.'), null);
    const { user } = openWizard({ onSubmit });
    await toPayment(user);
    await purchase(user);
    await changeName(user);
    await purchase(user);
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]?.idempotencyKey).not.toBe(sent[1]?.idempotencyKey);
  });

  test('stays the same for a cart changed while the outcome is unknown', async () => {
    const { sent, onSubmit } = serverOf(refusal('NETWORK', 'Please contact customer support'), null);
    const { user } = openWizard({ onSubmit });
    await toPayment(user);
    await purchase(user);
    await changeName(user);
    await purchase(user);
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]?.idempotencyKey).toBe(sent[1]?.idempotencyKey);
  });

  test('stays the same after a decline and a lost answer, even if the next attempt is refused', async () => {
    const { sent, onSubmit } = serverOf(
      refusal('CARD_DECLINED', 'Your card was declined.'),
      refusal('NETWORK', 'Please contact customer support'),
      refusal('TOO_MANY_REQUESTS', 'Too many requests.'),
      null,
    );
    const { user } = openWizard({ onSubmit });
    await toPayment(user);
    await purchase(user);
    await purchase(user);
    await purchase(user);
    await changeName(user);
    await purchase(user);
    await waitFor(() => expect(sent).toHaveLength(4));
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  test('is renewed after a completed cart, and the draft is gone', async () => {
    const { sent, onSubmit } = serverOf(null, null);
    const first = openWizard({ onSubmit });
    await toPayment(first.user);
    await purchase(first.user);
    await waitFor(() => expect(sent).toHaveLength(1));
    first.unmount();
    expect(sessionStorage).toHaveLength(0);

    const second = openWizard({ onSubmit });
    await toPayment(second.user);
    await purchase(second.user);
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]?.idempotencyKey).not.toBe(sent[1]?.idempotencyKey);
  });
});
