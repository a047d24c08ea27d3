import { useState } from 'react';
import type { PressEvent } from 'react-aria-components';
import type { MenuProps } from './MenuBox.tsx';
import { preloadTrigger, onDemand } from './on-demand.ts';

export type { MenuAction, MenuChoice, MenuEntry, MenuProps } from './MenuBox.tsx';

const load = () => import('./MenuBox.tsx');
const MenuBox = onDemand(load);

/** A menu of actions, opened by a button. */
export function Menu(props: MenuProps) {
  const [by, setBy] = useState<PressEvent['pointerType']>();
  const ask = ({ pointerType }: PressEvent) => setBy(pointerType);
  const trigger = preloadTrigger(props.trigger, 'menu', load, ask, by !== undefined);
  if (!by) return trigger;
  return <MenuBox {...props} by={by} fallback={trigger} onLoadError={() => setBy(undefined)} />;
}
