import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { BrowserRouter, Link, useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { EmailField, TextField } from '#web/ui/form/fields.tsx';
import { Wizard } from '#web/ui/wizard/wizard.tsx';
import type { Submission, WizardPage } from '#web/ui/wizard/wizard-page.ts';

export interface SampleValues {
  firstname: string;
  email: string;
  family: boolean;
  spouse: string;
  card: string;
}

const initial: SampleValues = { firstname: '', email: '', family: false, spouse: '', card: '' };
const required = z.string().trim().min(1, 'Required Field');

export function samplePages(
  leave?: WizardPage<SampleValues>['leave'],
): [WizardPage<SampleValues>, ...WizardPage<SampleValues>[]] {
  return [
    {
      id: 'you',
      title: 'About you',
      schema: z.object({ firstname: required, email: required.regex(/@/, 'Invalid Email') }),
      fields: ['firstname', 'email', 'family'],
      leave,
      summarize: ({ firstname, email }) => `${firstname}, ${email}`,
      render: () => (
        <>
          <TextField name="firstname" label="First name" />
          <EmailField />
          <CheckboxField name="family" label="Family">
            For my family
          </CheckboxField>
        </>
      ),
    },
    {
      id: 'family',
      title: 'Your family',
      condition: (values) => values.family,
      schema: z.object({ spouse: required }),
      fields: ['spouse'],
      summarize: ({ spouse }) => spouse,
      render: () => <TextField name="spouse" label="Spouse" />,
    },
    {
      id: 'payment',
      title: 'Payment',
      schema: z.object({ card: required }),
      fields: ['card'],
      render: ({ review }) => (
        <>
          <TextField name="card" label="Card" />
          {review.map(({ id, title, summary, link }) => (
            <p key={id}>
              {summary}{' '}
              <Link to={link.to} state={link.state}>
                Change {title}
              </Link>
            </p>
          ))}
        </>
      ),
    },
  ];
}

function Address() {
  const { search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <output aria-label="address">{search}</output>
      <button type="button" onClick={() => navigate(-1)}>
        Back in the browser
      </button>
    </>
  );
}

interface SampleOptions {
  address?: string;
  secret?: readonly string[];
  leave?: WizardPage<SampleValues>['leave'];
  onSubmit?(submission: Submission<SampleValues>): Promise<void>;
}

export function openWizard(options: SampleOptions = {}) {
  const { address = '/', secret = ['card'], leave, onSubmit = async () => undefined } = options;
  window.history.replaceState(null, '', address);
  const user = userEvent.setup();
  const view = render(
    <MantineProvider env="test">
      <BrowserRouter>
        <Wizard
          id="sample"
          title="Buy a card"
          pages={samplePages(leave)}
          initial={initial}
          secretPaths={secret}
          onSubmit={onSubmit}
          labels={{ submit: 'Purchase' }}
          errorHeader="There was an Problem with your purchase"
        />
        <Address />
      </BrowserRouter>
    </MantineProvider>,
  );
  return { user, ...view };
}

/** Waits for a page by its title. React renders a navigation in slices, so it can come later than its click. */
export const findPage = (title: string) => screen.findByRole('heading', { level: 3, name: title });

/** Goes on from the first page, filled in. */
export async function goToPayment(user: UserEvent) {
  await user.type(screen.getByLabelText('First name'), 'Ann');
  await user.type(screen.getByLabelText('Email'), 'ann@example.com');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await findPage('Payment');
}

export async function goBackToFirstPage(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  await findPage('About you');
}
