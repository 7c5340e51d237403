import { useId } from 'react';
import { Button } from '#web/ui/button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { MoveButtons } from '../move-buttons.tsx';
import classes from '../owner.module.css';
import { PromotionFields } from './promotion-fields.tsx';
import { htmlToText, type PromotionValues } from './promotion-values.ts';

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
export function PromotionEditor(props: PromotionEditorProps) {
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
        className={classes.fields}
        hidden={!opened}
      >
        {opened ? <PromotionFields pathPrefix={`promotions.${index}.`} /> : null}
      </fieldset>
    </li>
  );
}
