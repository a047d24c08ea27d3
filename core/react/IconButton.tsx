import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaProps } from 'react-aria-components';
import { classes } from './classes.ts';
import { Tip, type TipProps } from './Tooltip.tsx';
import './IconButton.css';

export interface IconButtonProps extends Omit<AriaProps, 'className' | 'style' | 'children' | 'isDisabled'> {
  /** Accessible name, also shown in the tooltip. */
  label: string;
  icon: ReactNode;
  /** Shortcut, as written in manifests. */
  keys?: string | undefined;
  /** What it would act on, shown in the tooltip. */
  detail?: string | undefined;
  /** Why the button is disabled. It stays focusable, so that the reason can be read. */
  disabledReason?: string | undefined;
  isDisabled?: boolean | undefined;
  size?: 's' | 'm';
  placement?: TipProps['placement'];
  className?: string;
}

/** A button with only an icon; its name and shortcut are in the tooltip. */
export function IconButton({
  label,
  icon,
  keys,
  detail,
  disabledReason,
  isDisabled,
  size = 'm',
  placement = 'bottom',
  className,
  onPress,
  ...rest
}: IconButtonProps) {
  return (
    <Tip text={label} keys={keys} detail={detail} reason={disabledReason} placement={placement}>
      <AriaButton
        {...rest}
        aria-description={detail}
        aria-label={disabledReason ? `${label} — ${disabledReason}` : label}
        isDisabled={isDisabled ?? false}
        className={classes(
          'g-icon-button',
          size === 's' && 'g-small',
          disabledReason && 'g-unavailable',
          className,
        )}
        {...(onPress && !disabledReason ? { onPress } : {})}
      >
        {icon}
      </AriaButton>
    </Tip>
  );
}
