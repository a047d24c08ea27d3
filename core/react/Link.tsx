import type { ReactNode } from 'react';
import { Link as AriaLink, type LinkProps as AriaProps } from 'react-aria-components';
import { classes } from './classes.ts';
import './Button.css';
import './Link.css';

export interface LinkProps extends Omit<AriaProps, 'className' | 'style' | 'children'> {
  href: string;
  /** Makes it look like a button. */
  button?: 'primary' | 'secondary' | 'quiet';
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A link; inside the application it does not reload the page. */
export function Link({ button, icon, children, className, ...rest }: LinkProps) {
  const look = button ? ['g-button', `g-button-${button}`] : ['g-link'];
  return (
    <AriaLink {...rest} className={classes(...look, className)}>
      {icon}
      {children}
    </AriaLink>
  );
}
