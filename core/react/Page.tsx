import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import './Page.css';

export interface PageProps {
  title: ReactNode;
  /** Beside the title: the main thing to do here. */
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A page that is no workspace: a title, what can be done, and the content in a column that is easy to read. */
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
