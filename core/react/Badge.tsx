import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import './Badge.css';

export interface BadgeProps {
  kind?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger';
  children: ReactNode;
}

/** A status in one word, or a count. The meaning never depends on colour alone. */
export function Badge({ kind = 'neutral', children }: BadgeProps) {
  return <span className={classes('g-badge', 'g-figures', `g-badge-${kind}`)}>{children}</span>;
}
