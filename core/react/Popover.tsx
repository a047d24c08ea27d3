import { useState } from 'react';
import { preloadTrigger, onDemand } from './on-demand.ts';
import type { PopoverProps } from './PopoverBox.tsx';

export type { PopoverProps } from './PopoverBox.tsx';

const load = () => import('./PopoverBox.tsx');
const PopoverBox = onDemand(load);

/** A small panel at its button, closed by Esc or a press outside. */
export function Popover(props: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const isAsked = isOpen || props.isOpen === true;
  const ask = () => {
    setOpen(true);
    props.onOpenChange?.(true);
  };
  const bell = preloadTrigger(props.trigger, 'dialog', load, ask, isAsked);
  if (!isAsked) return bell;
  const onLost = () => {
    setOpen(false);
    props.onOpenChange?.(false);
  };
  return <PopoverBox {...props} meanwhile={bell} onLost={onLost} />;
}
