import { useEffect, useRef } from 'react';

/**
 * Rows that can be added and removed; the Add button must be the last button. Focuses a new row's field after adding,
 * and the last button after removing, because the pressed button is gone.
 */
export function useRows<Row>(rows: readonly Row[], empty: Row, onChange: (rows: Row[]) => void) {
  const list = useRef<HTMLDivElement>(null);
  const moveTo = useRef<'input' | 'button' | null>(null);
  const fieldsBefore = useRef(0);

  const controls = (kind: 'input' | 'button') => [
    ...(list.current?.querySelectorAll<HTMLElement>(kind) ?? []),
  ];

  useEffect(() => {
    if (moveTo.current === 'input') controls('input').at(fieldsBefore.current)?.focus();
    if (moveTo.current === 'button') controls('button').at(-1)?.focus();
    moveTo.current = null;
  });

  return {
    list,
    add() {
      moveTo.current = 'input';
      fieldsBefore.current = controls('input').length;
      onChange([...rows, empty]);
    },
    remove(place: number) {
      moveTo.current = 'button';
      onChange(rows.filter((_, index) => index !== place));
    },
  };
}
