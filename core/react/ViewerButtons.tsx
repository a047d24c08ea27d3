import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import './ViewerButtons.css';

interface ViewerButtonsProps {
  label: string;
  /** Beside those that all viewers have. */
  isBeside?: boolean;
  className?: string;
  children: ReactNode;
}

/** A column of buttons over the corner of a viewer. */
export function ViewerButtons({ label, isBeside = false, className, children }: ViewerButtonsProps) {
  return (
    <div
      className={classes('g-viewer-buttons', isBeside && 'g-viewer-beside', className)}
      data-keep-clear
      role="group"
      aria-label={label}
    >
      {children}
    </div>
  );
}

/** A sentence over the foot of a viewer. */
export function ViewerHelp({ children }: { children: ReactNode }) {
  return (
    <p className="g-viewer-help" role="status">
      {children}
    </p>
  );
}
