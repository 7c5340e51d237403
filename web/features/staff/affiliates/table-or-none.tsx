import type { ComponentProps } from 'react';
import { StaffTable } from '../kit/staff-table.tsx';

/** A table, or a sentence if it has no rows. */
export function TableOrNone(props: ComponentProps<typeof StaffTable>) {
  return props.rows.length === 0 ? <p>None yet.</p> : <StaffTable {...props} />;
}
