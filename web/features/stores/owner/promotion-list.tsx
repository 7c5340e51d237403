import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import type { FormState } from '#web/ui/form/use-form-values.ts';
import classes from './owner.module.css';
import { PromotionEditor } from './promotion-editor.tsx';
import {
  isNew,
  moved,
  newPromotion,
  type PromotionsValues,
  type PromotionValues,
} from './promotion-values.ts';

const MAX_PROMOTIONS = 50;

interface Removed {
  promotion: PromotionValues;
  index: number;
}

/** The ordered list of promotions: add, move, remove, and undo a removal. */
export function PromotionList({ form }: { form: FormState<PromotionsValues> }) {
  const { promotions } = form.values;
  const [opened, setOpened] = useState<readonly string[]>(() =>
    promotions.filter(isNew).map(({ key }) => key),
  );
  const [removed, setRemoved] = useState<Removed | null>(null);
  const [said, setSaid] = useState('');
  const undo = useRef<HTMLDivElement>(null);

  const [only] = useState(() => promotions.find(isNew)?.key);
  useEffect(() => {
    if (only !== undefined) focusOn(only);
  }, [only]);

  // Open promotions with errors, so that the error summary can link to their fields.
  const wrong = promotions
    .filter((_, index) => Object.keys(form.errors).some((path) => path.startsWith(`promotions.${index}.`)))
    .map(({ key }) => key);
  if (wrong.some((key) => !opened.includes(key))) setOpened([...new Set([...opened, ...wrong])]);

  const set = (next: PromotionValues[]) => form.set({ promotions: next });

  function toggle(key: string) {
    setOpened(opened.includes(key) ? opened.filter((other) => other !== key) : [...opened, key]);
  }

  function add() {
    const promotion = newPromotion();
    set([...promotions, promotion]);
    setOpened([...opened, promotion.key]);
    setRemoved(null);
    focusOn(promotion.key);
  }

  function move(from: number, to: number) {
    set(moved(promotions, from, to));
    setSaid(`Now promotion ${to + 1} of ${promotions.length}`);
  }

  function remove(promotion: PromotionValues, index: number) {
    set(promotions.filter(({ key }) => key !== promotion.key));
    setRemoved({ promotion, index });
    setTimeout(() => undo.current?.querySelector('button')?.focus());
  }

  function restore({ promotion, index }: Removed) {
    set(promotions.toSpliced(index, 0, promotion));
    setRemoved(null);
    focusOn(promotion.key);
  }

  return (
    <div className={classes.promotions}>
      <ol className={classes.list}>
        {promotions.map((promotion, index) => (
          <PromotionEditor
            key={promotion.key}
            promotion={promotion}
            index={index}
            count={promotions.length}
            opened={opened.includes(promotion.key)}
            onToggle={() => toggle(promotion.key)}
            onMove={(to) => move(index, to)}
            onRemove={() => remove(promotion, index)}
          />
        ))}
      </ol>
      <p role="status" className={classes.said}>
        {said}
      </p>
      {removed === null ? null : (
        <div ref={undo} className={classes.undo}>
          <p role="status">Promotion {removed.index + 1} is taken off the list.</p>
          <Button variant="quiet" onClick={() => restore(removed)}>
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
          <p className={classes.hint}>A business has at most {MAX_PROMOTIONS} promotions.</p>
        )}
      </div>
    </div>
  );
}

/** Waits until the element is rendered. */
function focusOn(key: string) {
  setTimeout(() => document.getElementById(`promotion-${key}`)?.focus());
}
