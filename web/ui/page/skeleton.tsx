import type { CSSProperties } from 'react';
import { VisuallyHidden } from '../visually-hidden.tsx';
import classes from './skeleton.module.css';

interface SkeletonProps {
  /** The final height of each block, so that nothing moves when the content arrives: '1.5rem', '18rem'. */
  heights: readonly string[];
  width?: string;
}

/** Stands where content will be; read aloud as 'Loading...' (SPEC section 2). */
export function Skeleton({ heights, width }: SkeletonProps) {
  const style: CSSProperties = { maxWidth: width };
  const blocks = heights.map((height, place) => ({ height, key: `${place}-${height}` }));
  return (
    <div role="status" aria-label="Loading..." className={classes.stack} style={style}>
      <VisuallyHidden>Loading...</VisuallyHidden>
      {blocks.map(({ key, height }) => (
        <div key={key} className={classes.block} style={{ height }} />
      ))}
    </div>
  );
}
