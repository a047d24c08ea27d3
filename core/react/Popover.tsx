import type { ReactElement, ReactNode } from 'react';
import {
  Dialog,
  DialogTrigger,
  Popover as AriaPopover,
  type PopoverProps as AriaProps,
} from 'react-aria-components';
import { classes } from './classes.ts';
import { useOpensAtOnce } from './useOpensAtOnce.ts';
import './list.css';

export interface PopoverProps extends Pick<AriaProps, 'placement' | 'isOpen' | 'onOpenChange'> {
  /** Accessible name. */
  label: string;
  /** The button that opens the popover. */
  trigger: ReactElement;
  children: ReactNode | ((close: () => void) => ReactNode);
  className?: string;
}

export default function Popover({
  label,
  trigger,
  children,
  placement = 'bottom',
  isOpen,
  onOpenChange,
  className,
}: PopoverProps) {
  const [box, own, setOwn] = useOpensAtOnce(isOpen === undefined);
  return (
    <span ref={box} className="g-door">
      <DialogTrigger
        isOpen={isOpen ?? own}
        onOpenChange={(open) => {
          setOwn(open);
          onOpenChange?.(open);
        }}
      >
        {trigger}
        <AriaPopover className="g-popover" placement={placement} offset={4}>
          <Dialog aria-label={label} className={classes('g-popover-body', className)}>
            {({ close }) => (typeof children === 'function' ? children(close) : children)}
          </Dialog>
        </AriaPopover>
      </DialogTrigger>
    </span>
  );
}
