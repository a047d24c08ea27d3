import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaProps } from 'react-aria-components';
import { classes } from './classes.ts';
import { Spinner } from './Spinner.tsx';
import './Button.css';

export interface ButtonProps extends Omit<AriaProps, 'className' | 'style' | 'children'> {
  /**
   * `primary`: the main action, one per view. `danger`: destroys something; `danger-outline`, beside a main action that
   * does not. Default: `secondary`.
   */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-outline';
  /** `s` next to text and in rows. */
  size?: 's' | 'm';
  icon?: ReactNode;
  children?: ReactNode;
  className?: string;
}

/** A button with text. While `isPending` it keeps its width, shows a spinner and ignores presses. */
export function Button({
  variant = 'secondary',
  size = 'm',
  icon,
  children,
  className,
  ...rest
}: ButtonProps) {
  return (
    <AriaButton
      {...rest}
      className={classes('g-button', `g-button-${variant}`, size === 's' && 'g-small', className)}
    >
      {rest.isPending ? <Spinner /> : icon}
      {children != null && <span className="g-button-text">{children}</span>}
    </AriaButton>
  );
}
