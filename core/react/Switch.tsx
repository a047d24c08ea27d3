import { useId, type ReactNode } from 'react';
import { Switch as AriaSwitch, type SwitchProps as AriaProps } from 'react-aria-components';
import { classes } from './classes.ts';
import './Switch.css';

export interface SwitchProps extends Omit<AriaProps, 'className' | 'style' | 'children'> {
  children?: ReactNode;
  description?: ReactNode;
  className?: string;
}

/** On or off; takes effect at once. */
export function Switch({ children, description, className, ...rest }: SwitchProps) {
  const help = useId();
  return (
    <div className={classes('g-check-field', className)}>
      <AriaSwitch {...rest} aria-describedby={description == null ? undefined : help} className="g-switch">
        <span className="g-switch-track" aria-hidden="true" />
        {children}
      </AriaSwitch>
      {description != null && (
        <span id={help} className="g-help g-switch-help">
          {description}
        </span>
      )}
    </div>
  );
}
