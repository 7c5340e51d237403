import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { openWizard } from './sample-wizard.tsx';

beforeEach(() => sessionStorage.clear());

const address = () => screen.getByLabelText('address').textContent;
const heading = () => screen.getByRole('heading', { level: 3 });

async function fillYou(user: UserEvent) {
  await user.type(screen.getByLabelText('First name'), 'Ann');
  await user.type(screen.getByLabelText('E-mail'), 'ann@example.com');
}

async function next(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Next' }));
}

describe('[S4 wizards] moving', () => {
  test('a page that is not right blocks Next, and says why at the fields and on top', async () => {
    const { user } = openWizard();
    await user.type(screen.getByLabelText('E-mail'), 'nonsense');
    await next(user);

    expect(heading()).toHaveTextContent('About you');
    const summary = screen.getByRole('alert');
    expect(summary).toHaveFocus();
    expect(
      within(summary)
        .getAllByRole('button')
        .map((line) => line.textContent),
    ).toEqual(['First name: Required Field', 'E-mail: Invalid Email']);
    expect(screen.getByLabelText('First name')).toBeInvalid();
    expect(screen.getByLabelText('First name')).toHaveAccessibleDescription('Required Field');
    expect(screen.getByLabelText('E-mail')).toHaveValue('nonsense');

    await user.click(within(summary).getByRole('button', { name: /First name/ }));
    expect(screen.getByLabelText('First name')).toHaveFocus();
  });

  test('nothing is marked before Next; afterwards the fields in error are judged while typing', async () => {
    const { user } = openWizard();
    await user.type(screen.getByLabelText('E-mail'), 'x');
    await user.clear(screen.getByLabelText('E-mail'));
    expect(screen.getByLabelText('E-mail')).toBeValid();

    await next(user);
    await user.type(screen.getByLabelText('E-mail'), 'ann');
    expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Invalid Email');
    await user.type(screen.getByLabelText('E-mail'), '@example.com');
    expect(screen.getByLabelText('E-mail')).toBeValid();
    expect(screen.getByLabelText('First name')).toBeInvalid();
  });

  test('a page whose condition is unmet is skipped, forwards and back', async () => {
    const { user } = openWizard();
    await fillYou(user);
    expect(screen.getByText('Step 1 of 2')).toBeVisible();
    await next(user);
    expect(heading()).toHaveTextContent('Payment');
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect(heading()).toHaveTextContent('About you');

    await user.click(screen.getByLabelText('For my family'));
    expect(screen.getByText('Step 1 of 3')).toBeVisible();
    await next(user);
    expect(heading()).toHaveTextContent('Your family');
  });

  test('the step is in the address and the title, its heading takes the focus, and the browser’s Back works', async () => {
    const { user } = openWizard();
    expect(address()).toBe('');
    await fillYou(user);
    await next(user);
    expect(address()).toBe('?step=payment');
    expect(document.title).toBe('Payment (Step 2 of 2), Buy a card | Everything Card');
    expect(heading()).toHaveFocus();

    await user.click(screen.getByRole('button', { name: 'Back in the browser' }));
    expect(heading()).toHaveTextContent('About you');
    expect(screen.getByLabelText('First name')).toHaveValue('Ann');
  });

  test('an address that asks for a later step lands on the first that is not right', async () => {
    openWizard({ address: '/?plan=family&step=payment' });
    expect(heading()).toHaveTextContent('About you');
    expect(address()).toBe('?plan=family&step=you');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('a page may keep the visitor until a question is answered', async () => {
    let answer = false;
    const leave = async () => (answer ? { firstname: 'Anna' } : (false as const));
    const { user } = openWizard({ leave });
    await fillYou(user);
    await next(user);
    expect(heading()).toHaveTextContent('About you');
    answer = true;
    await next(user);
    await user.click(await screen.findByRole('button', { name: 'Previous' }));
    expect(screen.getByLabelText('First name')).toHaveValue('Anna');
  });
});

describe('[DESIGN 6] a wizard that is loaded again', () => {
  test('comes back to its step with what was filled in, but not with the card', async () => {
    const { user, unmount } = openWizard();
    await fillYou(user);
    await next(user);
    await user.type(screen.getByLabelText('Card'), '4242');
    unmount();

    openWizard({ address: '/?step=payment' });
    expect(heading()).toHaveTextContent('Payment');
    expect(screen.getByLabelText('Card')).toHaveValue('');
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect(screen.getByLabelText('E-mail')).toHaveValue('ann@example.com');
  });
});
