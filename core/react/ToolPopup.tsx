import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import './ToolPopup.css';

interface ToolPopupProps {
  title: string;
  /** What the tool has in hand: how many objects, how many vertices. */
  aside: string;
  /** Esc inside it: what is typed goes, and the focus is the map's again. */
  onEscape: () => void;
  className?: string;
  children: ReactNode;
}

/** What is typed for the tool in hand, laid over a corner of the map. */
export function ToolPopup({ title, aside, onEscape, className, children }: ToolPopupProps) {
  return (
    <section
      className={classes('g-tool-popup', className)}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onEscape();
      }}
    >
      <header>
        <h2>{title}</h2>
        <span className="g-muted">{aside}</span>
      </header>
      {children}
    </section>
  );
}
