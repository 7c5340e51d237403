import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { findPage, goBackToFirstPage, goToPayment, openWizard } from './sample-wizard.tsx';

beforeEach(() => sessionStorage.clear());

const address = () => screen.getByLabelText('address').textContent;
const heading = () => screen.getByRole('heading', { level: 3 });

async function fillYou(user: UserEvent) {
  await user.type(screen.getByLabelText('First name'), 'Ann');
  await user.type(screen.getByLabelText('Email'), 'ann@example.com');
}

async function next(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Next' }));
}

describe('[S4 wizards] a wizard', () => {
  test('blocks Next on a page with errors, and shows them at the fields and in the summary', async () => {
    const { user } = openWizard();
    await user.type(screen.getByLabelText('Email'), 'nonsense');
    await next(user);

    expect(heading()).toHaveTextContent('About you');
    const summary = screen.getByRole('alert');
    expect(summary).toHaveFocus();
    expect(
      within(summary)
        .getAllByRole('button')
        .map((line) => line.textContent),
    ).toEqual(['First name: Required Field', 'Email: Invalid Email']);
    expect(screen.getByLabelText('First name')).toBeInvalid();
    expect(screen.getByLabelText('First name')).toHaveAccessibleDescription('Required Field');
    expect(screen.getByLabelText('Email')).toHaveValue('nonsense');

    await user.click(within(summary).getByRole('button', { name: /First name/ }));
    expect(screen.getByLabelText('First name')).toHaveFocus();
  });

  test('shows no errors before Next, then revalidates the fields in error while the user types', async () => {
    const { user } = openWizard();
    await user.type(screen.getByLabelText('Email'), 'x');
    await user.clear(screen.getByLabelText('Email'));
    expect(screen.getByLabelText('Email')).toBeValid();

    await next(user);
    await user.type(screen.getByLabelText('Email'), 'ann');
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Invalid Email');
    await user.type(screen.getByLabelText('Email'), '@example.com');
    expect(screen.getByLabelText('Email')).toBeValid();
    expect(screen.getByLabelText('First name')).toBeInvalid();
  });

  test('skips a page whose condition is not met, forward and back', async () => {
    const { user } = openWizard();
    expect(screen.getByText('Step 1 of 2')).toBeVisible();
    await goToPayment(user);
    await goBackToFirstPage(user);

    await user.click(screen.getByLabelText('For my family'));
    expect(screen.getByText('Step 1 of 3')).toBeVisible();
    await next(user);
    expect(await findPage('Your family')).toBeVisible();
  });

  test('puts the step into the URL and title, focuses its heading, and supports Back', async () => {
    const { user } = openWizard();
    expect(address()).toBe('');
    await goToPayment(user);
    expect(address()).toBe('?step=payment');
    expect(document.title).toBe('Payment (Step 2 of 2), Buy a card | Everything Card');
    await waitFor(() => expect(heading()).toHaveFocus());

    await user.click(screen.getByRole('button', { name: 'Back in the browser' }));
    await findPage('About you');
    expect(screen.getByLabelText('First name')).toHaveValue('Ann');
  });

  test('opens the first step with errors for the URL of a later step', async () => {
    openWizard({ address: '/?plan=family&step=payment' });
    expect(heading()).toHaveTextContent('About you');
    expect(address()).toBe('?plan=family&step=you');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('reviews the earlier pages, and leads to one of them and back without losing values', async () => {
    const { user } = openWizard();
    await goToPayment(user);
    await user.type(screen.getByLabelText('Card'), '4242');
    expect(screen.getByText(/^Ann, ann@example\.com/)).toBeVisible();
    // The skipped page has no review.
    expect(screen.getAllByRole('link')).toHaveLength(1);

    await user.click(screen.getByRole('link', { name: 'Change About you' }));
    await findPage('About you');
    await waitFor(() => expect(heading()).toHaveFocus());
    expect(address()).toBe('?step=you');
    await user.type(screen.getByLabelText('First name'), 'a');
    await next(user);
    await findPage('Payment');
    expect(screen.getByText(/^Anna, ann@example\.com/)).toBeVisible();
    expect(screen.getByLabelText('Card')).toHaveValue('4242');
  });

  test('can keep a page open until a question is answered', async () => {
    let canLeave = false;
    const leave = async () => (canLeave ? { firstname: 'Anna' } : (false as const));
    const { user } = openWizard({ leave });
    await fillYou(user);
    await next(user);
    expect(heading()).toHaveTextContent('About you');
    canLeave = true;
    await next(user);
    await findPage('Payment');
    await goBackToFirstPage(user);
    expect(screen.getByLabelText('First name')).toHaveValue('Anna');
  });
});

describe('a reloaded wizard', () => {
  test('restores its step and values, but not the card', async () => {
    const { user, unmount } = openWizard();
    await goToPayment(user);
    await user.type(screen.getByLabelText('Card'), '4242');
    unmount();

    openWizard({ address: '/?step=payment' });
    expect(heading()).toHaveTextContent('Payment');
    expect(screen.getByLabelText('Card')).toHaveValue('');
    await goBackToFirstPage(user);
    expect(screen.getByLabelText('Email')).toHaveValue('ann@example.com');
    expect(screen.queryByText('Please enter this again')).toBeNull();
  });

  test('explains why it returned to a page whose details it does not keep', async () => {
    const { user, unmount } = openWizard({ secret: ['email'] });
    await goToPayment(user);
    unmount();

    openWizard({ address: '/?step=payment', secret: ['email'] });
    expect(heading()).toHaveTextContent('About you');
    expect(screen.getByText('Please enter this again')).toBeVisible();
    await user.type(screen.getByLabelText('Email'), 'ann@example.com');
    await next(user);
    await findPage('Payment');
    expect(screen.queryByText('Please enter this again')).toBeNull();
  });
});
