import type { CSSProperties } from 'react';
import { VisuallyHidden } from '../visually-hidden.tsx';
import classes from './skeleton.module.css';

interface SkeletonProps {
  /** The CSS height of each block. Match the content's height, so that nothing shifts when it loads. */
  heights: readonly string[];
  width?: string;
}

/** A placeholder while content loads. Screen readers announce it as 'Loading...'. */
export function Skeleton({ heights, width }: SkeletonProps) {
  const style: CSSProperties = { maxWidth: width };
  const blocks = heights.map((height, index) => ({ height, key: `${index}-${height}` }));
  return (
    <div role="status" aria-label="Loading..." className={classes.stack} style={style}>
      <VisuallyHidden>Loading...</VisuallyHidden>
      {blocks.map(({ key, height }) => (
        <div key={key} className={classes.block} style={{ height }} />
      ))}
    </div>
  );
}
