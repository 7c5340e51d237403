import { useRef, useState } from 'react';
import { PROMOTION_CHANGE_DAYS } from '#server/lib/business-rules.ts';
import { formatLongDate } from '#server/lib/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import type { OwnBusinessData } from '../own-business-data.ts';
import classes from '../owner.module.css';
import { PromotionsForm, type PromotionsFormProps } from './promotions-form.tsx';
import { SavedPromotions } from './saved-promotions.tsx';

/** Shows the form, or a read-only list while the promotions can't be changed. */
export function PromotionsSection({ business }: { business: OwnBusinessData }) {
  const [hasUnsavedInput, setHasUnsavedInput] = useState(false);
  const [wasSaved, setSaved] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const changeAt = business.promotionsChangeAt;
  const nextChange = changeAt === null ? null : formatLongDate(new Date(changeAt));

  function onSaved() {
    setHasUnsavedInput(false);
    setSaved(true);
    heading.current?.focus();
  }

  return (
    <section aria-labelledby="own-promotions" className={classes.section}>
      <h2 id="own-promotions" ref={heading} tabIndex={-1}>
        Your promotions
      </h2>
      {wasSaved ? <Notice tone="success">Your promotions are saved.</Notice> : null}
      {nextChange === null ? (
        <p className={classes.hint}>
          You can change your promotions every {PROMOTION_CHANGE_DAYS} days. Nothing changes for members until
          you save.
        </p>
      ) : (
        <Notice title={`You can change your promotions again on ${nextChange}`}>
          You can change promotions every {PROMOTION_CHANGE_DAYS} days.
          {hasUnsavedInput
            ? ' Someone changed them in the meantime. What you typed stays here while this page is open.'
            : null}
        </Notice>
      )}
      {/* Keep the form if it has unsaved input, even if another tab has saved first. */}
      {nextChange === null || hasUnsavedInput ? (
        <EditablePromotions business={business} onChanged={setHasUnsavedInput} onSaved={onSaved} />
      ) : (
        <SavedPromotions promotions={business.promotions} />
      )}
    </section>
  );
}

/** An owner without promotions sees an invitation to add one before the form opens. */
function EditablePromotions(props: PromotionsFormProps) {
  const [isFormOpen, setFormOpen] = useState(props.business.promotions.length > 0);
  if (isFormOpen) return <PromotionsForm {...props} />;
  return (
    <EmptyState
      headingLevel={3}
      title="You don’t have any promotions"
      action={<Button onClick={() => setFormOpen(true)}>Add a promotion</Button>}
    >
      Tell members what they save with you: a discount, a gift, or a code for your online store.
    </EmptyState>
  );
}
