import type { ReactNode } from 'react';
import { ToggleButton as AriaToggle, type ToggleButtonProps as AriaProps } from 'react-aria-components';
import { classes } from './classes.ts';
import { Tip, type TipProps } from './Tooltip.tsx';
import './IconButton.css';
import './Button.css';

export interface ToggleButtonProps extends Omit<AriaProps, 'className' | 'style' | 'children'> {
  label: string;
  icon?: ReactNode;
  keys?: string | undefined;
  /** Shows the label next to the icon; otherwise it is in the tooltip. */
  showLabel?: boolean;
  size?: 's' | 'm';
  placement?: TipProps['placement'];
  className?: string;
}

/** A button that stays pressed: a switch with an icon, or the active tool. */
export function ToggleButton({
  label,
  icon,
  keys,
  showLabel,
  size = 'm',
  placement = 'bottom',
  className,
  ...rest
}: ToggleButtonProps) {
  const small = size === 's' && 'g-small';
  if (showLabel)
    return (
      <AriaToggle {...rest} className={classes('g-button', 'g-button-quiet', 'g-toggle', small, className)}>
        {icon}
        <span className="g-button-text">{label}</span>
      </AriaToggle>
    );
  return (
    <Tip text={label} keys={keys} placement={placement}>
      <AriaToggle {...rest} aria-label={label} className={classes('g-icon-button', small, className)}>
        {icon}
      </AriaToggle>
    </Tip>
  );
}
