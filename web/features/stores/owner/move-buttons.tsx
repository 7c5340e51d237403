import type { ReactNode } from 'react';
import { icon } from '#web/ui/icons.tsx';
import classes from './owner.module.css';

const UpIcon = icon(<path d="M12 19V5M6 11l6-6 6 6" />);
const DownIcon = icon(<path d="M12 5v14M6 13l6 6 6-6" />);

interface MoveButtonsProps {
  /** What moves, such as 'promotion 2'. */
  name: string;
  index: number;
  count: number;
  onMove(newIndex: number): void;
}

export function MoveButtons({ name, index, count, onMove }: MoveButtonsProps) {
  return (
    <>
      <MoveButton label={`Move ${name} up`} canMove={index > 0} onMove={() => onMove(index - 1)}>
        <UpIcon size={20} />
      </MoveButton>
      <MoveButton label={`Move ${name} down`} canMove={index < count - 1} onMove={() => onMove(index + 1)}>
        <DownIcon size={20} />
      </MoveButton>
    </>
  );
}

interface MoveButtonProps {
  label: string;
  canMove: boolean;
  onMove(): void;
  children: ReactNode;
}

/** If the item can't move further, the button does nothing, but can still take focus. */
function MoveButton({ label, canMove, onMove, children }: MoveButtonProps) {
  return (
    <button
      type="button"
      className={classes.mover}
      aria-label={label}
      title={label}
      aria-disabled={canMove ? undefined : true}
      onClick={canMove ? onMove : undefined}
    >
      {children}
    </button>
  );
}
