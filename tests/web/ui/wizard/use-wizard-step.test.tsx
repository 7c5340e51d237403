import { render, screen } from '@testing-library/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { BrowserRouter, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { useWizardStep } from '#web/ui/wizard/use-wizard-step.ts';

interface Values {
  name: string;
}

const STEPS = [
  { id: 'you', schema: z.object({ name: z.string().min(1) }), fields: ['name'] },
  { id: 'payment', fields: [] },
] as const;

/** Calls `go` while the URL is being corrected, before React has rendered the new URL. */
function ImpatientWizard() {
  const [values, setValues] = useState<Values>({ name: '' });
  const { current, go } = useWizardStep<Values, (typeof STEPS)[number]>(STEPS, values);
  const { search } = useLocation();
  const continueToPayment = useEffectEvent(() => {
    setValues({ name: 'Ann' });
    go('payment');
  });
  useEffect(() => continueToPayment(), []);
  return <output>{`${search} ${current.id}`}</output>;
}

test('[S4 wizards] a wizard continues while it corrects the URL of a page that can’t be opened yet', () => {
  window.history.replaceState(null, '', '/?step=payment');
  render(
    <BrowserRouter>
      <ImpatientWizard />
    </BrowserRouter>,
  );
  expect(screen.getByRole('status')).toHaveTextContent('?step=payment payment');
});
