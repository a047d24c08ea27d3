import { useState } from 'react';
import { doorbell, onDemand } from './on-demand.ts';
import type { PopoverProps } from './PopoverBox.tsx';

export type { PopoverProps } from './PopoverBox.tsx';

const load = () => import('./PopoverBox.tsx');
const PopoverBox = onDemand(load);

/** A little panel at its button; closed by Esc or a press beside it. */
export function Popover(props: PopoverProps) {
  const [asked, setAsked] = useState(false);
  const isAsked = asked || props.isOpen === true;
  const ask = () => {
    setAsked(true);
    props.onOpenChange?.(true);
  };
  const bell = doorbell(props.trigger, 'dialog', load, ask, isAsked);
  if (!isAsked) return bell;
  const onLost = () => {
    setAsked(false);
    props.onOpenChange?.(false);
  };
  return <PopoverBox {...props} meanwhile={bell} onLost={onLost} />;
}
