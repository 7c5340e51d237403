import { useState } from 'react';
import {
  descriptionInput,
  MAX_DESCRIPTION_LENGTH,
} from '#server/domains/stores/owner/own-business.schema.ts';
import { formatCount } from '#web/features/stores/store-text.ts';
import { trpc } from '#web/lib/trpc.ts';
import { TextAreaField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { ReportUnsaved } from '../leave-guard.tsx';
import type { OwnBusinessData } from '../own-business-data.ts';
import classes from '../owner.module.css';
import { SavedNote } from '../saved-note.tsx';

export function DescriptionSection({ business }: { business: OwnBusinessData }) {
  const [savedText, setSavedText] = useState(business.description ?? '');
  const [wasSaved, setWasSaved] = useState(false);
  const utils = trpc.useUtils();
  const change = trpc.businesses.changeDescription.useMutation();

  async function save({ description }: { description: string }) {
    setWasSaved(false);
    utils.businesses.mine.setData(undefined, await change.mutateAsync({ description }));
    setSavedText(description);
    setWasSaved(true);
    void utils.savings.invalidate();
  }

  return (
    <section aria-labelledby="own-description" className={classes.section}>
      <h2 id="own-description">About your business</h2>
      <Form
        initial={{ description: savedText }}
        schema={descriptionInput}
        onSubmit={save}
        submitLabel="Save description"
        secondary={wasSaved ? <SavedNote>Your description is saved.</SavedNote> : null}
      >
        {({ values }) => (
          <>
            <ReportUnsaved hasChanges={values.description !== savedText} />
            <TextAreaField
              name="description"
              label="Business description"
              optional
              rows={6}
              description={`What you offer and what’s special about it. At most ${formatCount(MAX_DESCRIPTION_LENGTH)} characters.`}
            />
          </>
        )}
      </Form>
    </section>
  );
}
