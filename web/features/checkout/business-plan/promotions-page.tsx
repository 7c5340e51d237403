import { useEffect, useEffectEvent, useRef } from 'react';
import { PROMOTION_CHANGE_DAYS } from '#server/lib/business-rules.ts';
import { PromotionFields } from '#web/features/stores/owner/promotions/promotion-fields.tsx';
import { Button } from '#web/ui/button.tsx';
import formClasses from '#web/ui/form/form.module.css';
import type { WizardForm } from '#web/ui/wizard/wizard-page.ts';
import classes from '../checkout.module.css';
import { FieldGroup } from '../field-group.tsx';
import { type BusinessPlanValues, emptyPromotion } from './business-plan-values.ts';

export function PromotionsPage({ form: { values, set } }: { form: WizardForm<BusinessPlanValues> }) {
  const { promotions } = values;
  const list = useRef<HTMLDivElement>(null);
  const wasRemoved = useRef(false);

  // The Remove button that was pressed is gone, so move focus to the Add button.
  const moveFocus = useEffectEvent((_promotionCount: number) => {
    if (!wasRemoved.current) return;
    wasRemoved.current = false;
    [...(list.current?.querySelectorAll<HTMLElement>(':scope > div > button') ?? [])].at(-1)?.focus();
  });
  useEffect(() => moveFocus(promotions.length), [promotions.length]);

  function remove(removedIndex: number) {
    wasRemoved.current = true;
    set({ promotions: promotions.filter((_, index) => index !== removedIndex) });
  }

  return (
    <>
      <p className={classes.hint}>
        Tell members what they get from you. You can leave this for later and change promotions every{' '}
        {PROMOTION_CHANGE_DAYS} days.
      </p>
      <div ref={list} className={formClasses.group}>
        {promotions.map((_, index) => {
          const path = `promotions.${index}`;
          const title = `Promotion ${index + 1}`;
          return (
            <FieldGroup key={path} title={title}>
              <PromotionFields pathPrefix={`${path}.`} />
              <div>
                <Button
                  variant="quiet"
                  onClick={() => remove(index)}
                  aria-label={`Remove ${title.toLowerCase()}`}
                >
                  Remove
                </Button>
              </div>
            </FieldGroup>
          );
        })}
        <div>
          <Button
            variant="secondary"
            onClick={() => set({ promotions: [...promotions, { ...emptyPromotion }] })}
          >
            {promotions.length === 0 ? 'Add a promotion' : 'Add another promotion'}
          </Button>
        </div>
      </div>
    </>
  );
}
