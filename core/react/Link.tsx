import type { ReactNode } from 'react';
import { Link as AriaLink, type LinkProps as AriaProps } from 'react-aria-components';
import { classes } from './classes.ts';
import './Button.css';
import './Link.css';

export interface LinkProps extends Omit<AriaProps, 'className' | 'style' | 'children'> {
  href: string;
  /** Looks like a button. */
  button?: 'primary' | 'secondary' | 'quiet';
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** Leads somewhere; inside the application without loading a page. */
export function Link({ button, icon, children, className, ...rest }: LinkProps) {
  const look = button ? ['g-button', `g-button-${button}`] : ['g-link'];
  return (
    <AriaLink {...rest} className={classes(...look, className)}>
      {icon}
      {children}
    </AriaLink>
  );
}
