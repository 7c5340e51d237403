import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { formatLongDate } from '#server/lib/dates.ts';
import { toDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Fact, Facts } from '#web/ui/page/facts.tsx';
import layout from '#web/ui/styles/layout.module.css';
import type { WizardForm } from '#web/ui/wizard/wizard-page.ts';
import classes from '../checkout.module.css';
import { W9Fields } from '../tax-forms/w9-fields.tsx';
import type { BusinessPlanValues } from './business-plan-values.ts';

interface SharingPageProps {
  form: WizardForm<BusinessPlanValues>;
  viewer: Viewer;
}

/** The sharing program needs a W-9: the one on file, or a new one. */
export function SharingPage({ form: { values, set }, viewer }: SharingPageProps) {
  const { w9 } = viewer;
  return (
    <>
      <p className={classes.hint}>
        With the Sharing Program, you recommend memberships to your customers and partners. Before you start,
        US tax law requires us to have your form W-9.
      </p>
      {w9 === null || values.entersW9 ? <W9Fields /> : <FormOnFile w9={w9} />}
      {w9 === null ? null : (
        <div>
          <Button variant="secondary" onClick={() => set({ entersW9: !values.entersW9 })}>
            {values.entersW9 ? 'Use the W-9 on file' : 'Enter another W-9'}
          </Button>
        </div>
      )}
    </>
  );
}

function FormOnFile({ w9 }: { w9: NonNullable<Viewer['w9']> }) {
  const acceptedAt = toDate(w9.termsDate);
  return (
    <section className={`${layout.addressBox} ${classes.address}`} data-chosen aria-labelledby="w9-on-file">
      <h4 id="w9-on-file">Your W-9 is on file</h4>
      <Facts>
        <Fact name="Tax number">{w9.idNumber}</Fact>
        <Fact name="Accepted on">{acceptedAt === null ? w9.termsDate : formatLongDate(acceptedAt)}</Fact>
      </Facts>
    </section>
  );
}
