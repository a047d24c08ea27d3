import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import './Badge.css';

export interface BadgeProps {
  kind?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger';
  children: ReactNode;
}

/** A state in a word, or a count. Colour never says it alone. */
export function Badge({ kind = 'neutral', children }: BadgeProps) {
  return <span className={classes('g-badge', 'g-figures', `g-badge-${kind}`)}>{children}</span>;
}
