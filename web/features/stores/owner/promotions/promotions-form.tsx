import { useState } from 'react';
import { promotionsInput } from '#server/domains/stores/owner/own-business.schema.ts';
import { PROMOTION_CHANGE_DAYS } from '#server/lib/business-rules.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { ReportUnsaved } from '../leave-guard.tsx';
import type { OwnBusinessData } from '../own-business-data.ts';
import { PromotionList } from './promotion-list.tsx';
import {
  createPromotion,
  hasUnsavedChanges,
  type PromotionsValues,
  toPromotionsValues,
} from './promotion-values.ts';
import { SavedPromotions } from './saved-promotions.tsx';

export interface PromotionsFormProps {
  business: OwnBusinessData;
  /** Called when the form starts or stops having unsaved changes. */
  onChanged(hasChanges: boolean): void;
  onSaved(): void;
}

/**
 * Saves the whole list at once. Asks for confirmation first, because the owner can't change it again for 30
 * days.
 */
export function PromotionsForm({ business, onChanged, onSaved }: PromotionsFormProps) {
  const [savedValues] = useState(() => toPromotionsValues(business));
  // An owner without promotions opens this form to add the first one.
  const [initial] = useState(() =>
    savedValues.promotions.length > 0 ? savedValues : { promotions: [createPromotion()] },
  );
  const [version, setVersion] = useState(business.promotionsVersion);
  const [othersPromotions, setOthersPromotions] = useState<OwnBusinessData['promotions'] | null>(null);
  const [resolveQuestion, setResolveQuestion] = useState<((isConfirmed: boolean) => void) | null>(null);
  const utils = trpc.useUtils();
  const change = trpc.businesses.changePromotions.useMutation();

  const confirmSave = () => new Promise<boolean>((resolve) => setResolveQuestion(() => resolve));

  function answerQuestion(isConfirmed: boolean) {
    resolveQuestion?.(isConfirmed);
    setResolveQuestion(null);
  }

  /** Keeps what the owner typed. Saving again replaces what the other person saved. */
  async function showOthersPromotions() {
    const latest = await utils.businesses.mine.fetch(undefined, { staleTime: 0 });
    if (latest === null) return;
    setVersion(latest.promotionsVersion);
    setOthersPromotions(latest.promotions);
  }

  async function save(values: PromotionsValues) {
    if (!(await confirmSave())) return;
    try {
      utils.businesses.mine.setData(undefined, await change.mutateAsync({ ...values, version }));
    } catch (error) {
      if (toFailure(error).code === 'CHANGED_SINCE') await showOthersPromotions();
      // Another tab may have saved first. Then the date of the next possible change is different.
      else void utils.businesses.mine.invalidate();
      throw error;
    }
    onSaved();
    void utils.savings.invalidate();
  }

  return (
    <>
      <Form
        initial={initial}
        schema={promotionsInput}
        onSubmit={save}
        submitLabel="Save promotions"
        errorHeader="Your promotions weren’t saved"
      >
        {(form) => (
          <>
            <ReportUnsaved hasChanges={hasUnsavedChanges(form.values, savedValues)} onChanged={onChanged} />
            {othersPromotions === null ? null : (
              <Notice title="Someone else saved changes">
                <p>If you save again, your list below replaces theirs.</p>
                <SavedPromotions promotions={othersPromotions} />
              </Notice>
            )}
            <PromotionList form={form} />
          </>
        )}
      </Form>
      <ConfirmDialog
        opened={resolveQuestion !== null}
        title="Save these promotions?"
        confirmLabel="Save now"
        cancelLabel="Keep editing"
        onConfirm={() => answerQuestion(true)}
        onCancel={() => answerQuestion(false)}
      >
        <p>
          Members will see them right away. You can’t change them again for {PROMOTION_CHANGE_DAYS} days, so
          please check them one more time if you’re not sure.
        </p>
      </ConfirmDialog>
    </>
  );
}
