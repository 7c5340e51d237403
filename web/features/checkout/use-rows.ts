import { useEffect, useRef } from 'react';

/**
 * Rows of fields that come and go by buttons, the button that adds one standing last. The field that was added takes
 * the focus; after a removal it would otherwise be lost with the button.
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
