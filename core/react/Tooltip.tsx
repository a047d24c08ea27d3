import type { ReactElement } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import { Kbd } from './Kbd.tsx';
import './Tooltip.css';

export interface TipProps {
  text: string;
  /** Shortcut, shown after the text. */
  keys?: string | undefined;
  /** What it would act on. */
  detail?: string | undefined;
  /** Why the control is disabled. */
  reason?: string | undefined;
  placement?: 'top' | 'bottom' | 'start' | 'end';
  /** One focusable control. */
  children: ReactElement;
}

/** Shows the name of a control: on hover after a delay, on focus at once; Esc hides it. */
export function Tip({ text, keys, detail, reason, placement = 'top', children }: TipProps) {
  return (
    <TooltipTrigger delay={600} closeDelay={80}>
      {children}
      <AriaTooltip className="g-tooltip" placement={placement} offset={6}>
        <span>{text}</span>
        {keys && <Kbd keys={keys} />}
        {detail && <span className="g-tooltip-detail">{detail}</span>}
        {reason && <span className="g-tooltip-reason">{reason}</span>}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
