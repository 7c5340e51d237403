import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import type { FormState } from '#web/ui/form/use-form-values.ts';
import layout from '#web/ui/styles/layout.module.css';
import visuallyHidden from '#web/ui/visually-hidden.module.css';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { MoveButtons } from '../move-buttons.tsx';
import classes from '../owner.module.css';
import { PromotionFields } from './promotion-fields.tsx';
import {
  createPromotion,
  htmlToText,
  isNew,
  moveItem,
  type PromotionsValues,
  type PromotionValues,
} from './promotion-values.ts';

interface PromotionEditorProps {
  promotion: PromotionValues;
  index: number;
  count: number;
  opened: boolean;
  onToggle(): void;
  onMove(newIndex: number): void;
  onRemove(): void;
}

/** Shows a promotion as one line or, while it is open, with all its fields. */
function PromotionEditor(props: PromotionEditorProps) {
  const { promotion, index, count, opened, onToggle, onMove, onRemove } = props;
  const id = useId();
  const name = `promotion ${index + 1}`;
  const summaryText = htmlToText(promotion.info);
  return (
    <li className={classes.promotion}>
      <div className={classes.promotionHead}>
        <h3 id={`promotion-${promotion.key}`} tabIndex={-1}>
          Promotion {index + 1}
        </h3>
        <div className={classes.promotionTools}>
          <MoveButtons name={name} index={index} count={count} onMove={onMove} />
          <Button variant="quiet" onClick={onRemove}>
            Remove<VisuallyHidden> {name}</VisuallyHidden>
          </Button>
          <Button variant="quiet" onClick={onToggle} aria-expanded={opened} aria-controls={`${id}-fields`}>
            {opened ? 'Close' : 'Edit'}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        </div>
      </div>
      {opened ? null : (
        <p className={classes.excerpt}>
          {promotion.code === '' ? null : <strong>{promotion.code} </strong>}
          {summaryText === '' ? 'No description yet' : summaryText}
        </p>
      )}
      <fieldset
        id={`${id}-fields`}
        aria-labelledby={`promotion-${promotion.key}`}
        className={`${layout.fieldGroup} ${classes.fields}`}
        hidden={!opened}
      >
        {opened ? <PromotionFields pathPrefix={`promotions.${index}.`} /> : null}
      </fieldset>
    </li>
  );
}

const MAX_PROMOTIONS = 50;

interface RemovedPromotion {
  promotion: PromotionValues;
  index: number;
}

/** Lets the owner add, reorder, and remove promotions, and undo a removal. */
export function PromotionList({ form }: { form: FormState<PromotionsValues> }) {
  const { promotions } = form.values;
  const [openedKeys, setOpenedKeys] = useState<readonly string[]>(() =>
    promotions.filter(isNew).map(({ key }) => key),
  );
  const [removedPromotion, setRemovedPromotion] = useState<RemovedPromotion | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const undoRef = useRef<HTMLDivElement>(null);

  const [firstKey] = useState(() => promotions.find(isNew)?.key);
  useEffect(() => {
    if (firstKey !== undefined) focusWhenRendered(firstKey);
  }, [firstKey]);

  // Open promotions that have errors, because the error summary can link only to rendered fields.
  const keysWithErrors = promotions
    .filter((_, index) => Object.keys(form.errors).some((path) => path.startsWith(`promotions.${index}.`)))
    .map(({ key }) => key);
  if (keysWithErrors.some((key) => !openedKeys.includes(key)))
    setOpenedKeys([...new Set([...openedKeys, ...keysWithErrors])]);

  const setPromotions = (newPromotions: PromotionValues[]) => form.set({ promotions: newPromotions });

  function toggle(key: string) {
    setOpenedKeys(
      openedKeys.includes(key) ? openedKeys.filter((openedKey) => openedKey !== key) : [...openedKeys, key],
    );
  }

  function add() {
    const promotion = createPromotion();
    setPromotions([...promotions, promotion]);
    setOpenedKeys([...openedKeys, promotion.key]);
    setRemovedPromotion(null);
    focusWhenRendered(promotion.key);
  }

  function move(from: number, to: number) {
    setPromotions(moveItem(promotions, from, to));
    setAnnouncement(`Now promotion ${to + 1} of ${promotions.length}`);
  }

  function remove(promotion: PromotionValues, index: number) {
    setPromotions(promotions.filter(({ key }) => key !== promotion.key));
    setRemovedPromotion({ promotion, index });
    setTimeout(() => undoRef.current?.querySelector('button')?.focus());
  }

  function restore({ promotion, index }: RemovedPromotion) {
    setPromotions(promotions.toSpliced(index, 0, promotion));
    setRemovedPromotion(null);
    focusWhenRendered(promotion.key);
  }

  return (
    <div className={classes.promotions}>
      <ol className={layout.list}>
        {promotions.map((promotion, index) => (
          <PromotionEditor
            key={promotion.key}
            promotion={promotion}
            index={index}
            count={promotions.length}
            opened={openedKeys.includes(promotion.key)}
            onToggle={() => toggle(promotion.key)}
            onMove={(to) => move(index, to)}
            onRemove={() => remove(promotion, index)}
          />
        ))}
      </ol>
      <p role="status" className={visuallyHidden.hidden}>
        {announcement}
      </p>
      {removedPromotion === null ? null : (
        <div ref={undoRef} className={classes.undo}>
          <p role="status">Promotion {removedPromotion.index + 1} was removed from the list.</p>
          <Button variant="quiet" onClick={() => restore(removedPromotion)}>
            Undo
          </Button>
        </div>
      )}
      <div>
        {promotions.length < MAX_PROMOTIONS ? (
          <Button variant="secondary" onClick={add}>
            Add a promotion
          </Button>
        ) : (
          <p className={classes.hint}>You can have up to {MAX_PROMOTIONS} promotions.</p>
        )}
      </div>
    </div>
  );
}

/** Waits until React has rendered the element. */
function focusWhenRendered(key: string) {
  setTimeout(() => document.getElementById(`promotion-${key}`)?.focus());
}
