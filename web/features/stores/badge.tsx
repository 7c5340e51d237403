import type { ReactNode } from 'react';
import classes from './badge.module.css';
import { StarIcon } from './search/search-icons.tsx';

interface BadgeProps {
  tone?: 'plain' | 'premier';
  children: ReactNode;
}

export function Badge({ tone = 'plain', children }: BadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {tone === 'premier' ? <StarIcon size={15} /> : null}
      {children}
    </span>
  );
}
