import type { ReactNode } from 'react';
import { Separator, Toolbar as AriaToolbar } from 'react-aria-components';
import { classes } from './classes.ts';
import './Toolbar.css';

export interface ToolbarProps {
  label: string;
  children: ReactNode;
  orientation?: 'horizontal' | 'vertical';
  className?: string;
}

/** Buttons that belong together: one stop for Tab, arrow keys inside. */
export function Toolbar({ label, children, orientation = 'horizontal', className }: ToolbarProps) {
  return (
    <AriaToolbar aria-label={label} orientation={orientation} className={classes('g-toolbar', className)}>
      {children}
    </AriaToolbar>
  );
}

/** Between two groups of a toolbar. */
export function ToolbarSeparator({ orientation = 'vertical' }: { orientation?: 'horizontal' | 'vertical' }) {
  return <Separator orientation={orientation} className="g-toolbar-separator" />;
}
