import { Check, Minus } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaProps } from 'react-aria-components';
import { classes } from './classes.ts';
import './Checkbox.css';

export interface CheckboxProps extends Omit<AriaProps, 'className' | 'style' | 'children'> {
  /** The label; without one set `aria-label`. */
  children?: ReactNode;
  /** One sentence below the label. */
  description?: ReactNode;
  className?: string;
}

/**
 * On, off or mixed (`isIndeterminate`). Takes effect when the form is submitted; a Switch takes effect at once.
 */
export function Checkbox({ children, description, className, ...rest }: CheckboxProps) {
  const help = useId();
  return (
    <div className={classes('g-check-field', className)}>
      <AriaCheckbox
        {...rest}
        aria-describedby={description == null ? rest['aria-describedby'] : help}
        className="g-check"
      >
        {({ isIndeterminate, isSelected }) => (
          <>
            <span className="g-check-box" aria-hidden="true">
              {isIndeterminate ? <Minus strokeWidth={3} /> : isSelected ? <Check strokeWidth={3} /> : null}
            </span>
            {children}
          </>
        )}
      </AriaCheckbox>
      {description != null && (
        <span id={help} className="g-help">
          {description}
        </span>
      )}
    </div>
  );
}
