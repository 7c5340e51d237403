import { useEffect, useRef } from 'react';
import type { RowFault } from '#server/domains/checkout/kinds/corporate/employee-list.schema.ts';
import classes from '../corporate.module.css';

const MAX_SHOWN_ROWS = 50;

const countEmployees = (count: number) => (count === 1 ? '1 employee' : `${count} employees`);

export function RejectedRows({ added, faults }: { added: number; faults: RowFault[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (faults.length > 0) box.current?.focus();
  }, [faults]);
  const rowsNeed = faults.length === 1 ? 'one row needs' : `${faults.length} rows need`;
  return (
    <div ref={box} role="alert" tabIndex={-1} className={classes.faults}>
      <p>
        <strong>
          {added === 0
            ? `We didn’t add anyone: ${rowsNeed} a change.`
            : `${countEmployees(added)} added; ${rowsNeed} a change.`}
        </strong>{' '}
        {faults.length === 1 ? 'It’s listed' : 'They’re listed'} below. Correct{' '}
        {faults.length === 1 ? 'it and add it' : 'them and add them'} again.
      </p>
      <ul>
        {faults.slice(0, MAX_SHOWN_ROWS).map(({ line, name, problems }) => (
          <li key={line}>
            <strong>
              Row {line}
              {name === '' ? '' : `, ${name}`}
            </strong>
            : {problems.join('; ')}
          </li>
        ))}
      </ul>
      {faults.length > MAX_SHOWN_ROWS ? <p>And {faults.length - MAX_SHOWN_ROWS} more rows.</p> : null}
    </div>
  );
}
