import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Adds and removes rows and moves focus: to the new row's field after adding, and to the last button after
 * removing, because the pressed button is gone. The Add button must be the last button.
 */
export function useRows<Row>(rows: readonly Row[], emptyRow: Row, onChange: (rows: Row[]) => void) {
  const list = useRef<HTMLDivElement>(null);
  const focusTarget = useRef<'input' | 'button' | null>(null);
  const previousFieldCount = useRef(0);

  const findControls = (kind: 'input' | 'button') => [
    ...(list.current?.querySelectorAll<HTMLElement>(kind) ?? []),
  ];

  const moveFocus = useEffectEvent((_rowCount: number) => {
    if (focusTarget.current === 'input') findControls('input').at(previousFieldCount.current)?.focus();
    if (focusTarget.current === 'button') findControls('button').at(-1)?.focus();
    focusTarget.current = null;
  });
  useEffect(() => moveFocus(rows.length), [rows.length]);

  return {
    list,
    add() {
      focusTarget.current = 'input';
      previousFieldCount.current = findControls('input').length;
      onChange([...rows, emptyRow]);
    },
    remove(removedIndex: number) {
      focusTarget.current = 'button';
      onChange(rows.filter((_, index) => index !== removedIndex));
    },
  };
}
