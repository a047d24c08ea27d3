import { useRef, type ReactNode } from 'react';
import { Separator, Toolbar as AriaToolbar } from 'react-aria-components';
import { classes } from './classes.ts';
import './Toolbar.css';

export interface ToolbarProps {
  label: string;
  children: ReactNode;
  orientation?: 'horizontal' | 'vertical';
  className?: string;
}

/** A group of buttons: one Tab stop, with arrow keys inside. */
export function Toolbar({ label, children, orientation = 'horizontal', className }: ToolbarProps) {
  const back = useRef<() => void>(undefined);
  // When focus enters, React Aria moves it to the button that had it last. That is meant for Tab: moving the focus
  // away from a pressed button scrolls the bar under the finger, and the press is lost.
  return (
    <div
      className="g-toolbar-door"
      onMouseDownCapture={({ currentTarget, target }) => {
        const button = (target as Element).closest<HTMLElement>('button');
        if (!button || !currentTarget.contains(button) || currentTarget.contains(document.activeElement))
          return;
        const bar = currentTarget.parentElement!;
        const { scrollLeft, scrollTop } = bar;
        back.current = () => {
          bar.scrollTo({ left: scrollLeft, top: scrollTop, behavior: 'instant' });
          button.focus({ preventScroll: true });
        };
      }}
      onFocus={() => {
        const leadBack = back.current;
        back.current = undefined;
        leadBack?.();
      }}
    >
      <AriaToolbar aria-label={label} orientation={orientation} className={classes('g-toolbar', className)}>
        {children}
      </AriaToolbar>
    </div>
  );
}

/** A line between two groups of a toolbar. */
export function ToolbarSeparator({ orientation = 'vertical' }: { orientation?: 'horizontal' | 'vertical' }) {
  return <Separator orientation={orientation} className="g-toolbar-separator" />;
}
