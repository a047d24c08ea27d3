import { useState } from 'react';
import { preloadTrigger, onDemand } from './on-demand.ts';
import type { PopoverProps } from './PopoverBox.tsx';

export type { PopoverProps } from './PopoverBox.tsx';

const load = () => import('./PopoverBox.tsx');
const PopoverBox = onDemand(load);

/** A small panel at its button, closed by Esc or a press outside. */
export function Popover(props: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const isRequested = isOpen || props.isOpen === true;
  const open = () => {
    setOpen(true);
    props.onOpenChange?.(true);
  };
  const trigger = preloadTrigger(props.trigger, 'dialog', load, open, isRequested);
  if (!isRequested) return trigger;
  const onLoadError = () => {
    setOpen(false);
    props.onOpenChange?.(false);
  };
  return <PopoverBox {...props} fallback={trigger} onLoadError={onLoadError} />;
}
