import { useState } from 'react';
import { z } from 'zod';
import { trialInput } from '#server/domains/business-plans/business-plan.schema.ts';
import { BUSINESS_CATEGORIES } from '#server/domains/stores/category.shared.ts';
import { readZip } from '#server/lib/readers/zip.ts';
import { useRefreshData } from '#web/features/accounts/use-session.ts';
import { ContractDialog } from '#web/features/content/contract-dialog.tsx';
import { trpc } from '#web/lib/trpc.ts';
import { SelectField, TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import classes from './trial.module.css';
import type { StartedTrial } from './trial-outcomes.tsx';

const categoryOptions = Object.entries(BUSINESS_CATEGORIES)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label));

/** The server expects a number for `type`, but a select holds text. */
const trialFormSchema = trialInput.extend({
  type: z.string().min(1, 'Please choose a category').transform(Number).pipe(trialInput.shape.type),
});

export function TrialForm({ onStarted }: { onStarted(trial: StartedTrial): void }) {
  const startTrial = trpc.businessPlans.startTrial.useMutation();
  const texts = trpc.content.textVersions.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const refreshData = useRefreshData();
  return (
    <Form
      initial={{ businessname: '', type: '', zip: '' }}
      schema={trialFormSchema}
      onSubmit={async (values) => {
        const input = trialFormSchema.parse(values);
        const { isListed, endsAt, listedUntil } = await startTrial.mutateAsync({
          ...input,
          acceptedTexts: texts.data,
        });
        onStarted({ businessname: input.businessname, zip: input.zip, isListed, endsAt, listedUntil });
        await refreshData();
      }}
      submitLabel="Start my trial"
    >
      <TextField
        name="businessname"
        label="Business name"
        autoComplete="organization"
        autoCapitalize="words"
      />
      <SelectField name="type" label="Category" options={categoryOptions} prompt="Choose a category" />
      <TextField
        name="zip"
        label="Business ZIP code"
        read={readZip}
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={12}
      />
      <TermsCheckbox />
    </Form>
  );
}

function TermsCheckbox() {
  const [openedTerms, setOpenedTerms] = useState<'BUSINESSTERMS' | 'BUSINESSPRIVACY'>('BUSINESSTERMS');
  const [opened, setOpened] = useState(false);

  function openTerms(type: typeof openedTerms) {
    setOpenedTerms(type);
    setOpened(true);
  }

  return (
    <>
      <p className={classes.acceptance}>
        By starting the trial, you accept the{' '}
        <button type="button" aria-haspopup="dialog" onClick={() => openTerms('BUSINESSTERMS')}>
          business terms
        </button>{' '}
        and{' '}
        <button type="button" aria-haspopup="dialog" onClick={() => openTerms('BUSINESSPRIVACY')}>
          business privacy statement
        </button>
        .
      </p>
      <ContractDialog type={openedTerms} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
