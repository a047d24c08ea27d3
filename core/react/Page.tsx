import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import './Page.css';

export interface PageProps {
  title: ReactNode;
  /** Next to the title: the main action. */
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A page outside the workspace: title, actions, and content in a column that is easy to read. */
export function Page({ title, actions, children, className }: PageProps) {
  return (
    <div className={classes('g-page', className)}>
      <header className="g-page-head">
        <h1>{title}</h1>
        {actions}
      </header>
      {children}
    </div>
  );
}
