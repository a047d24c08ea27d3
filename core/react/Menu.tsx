import { lazy, Suspense, useState } from 'react';
import type { PressEvent } from 'react-aria-components';
import type { MenuProps } from './MenuBox.tsx';
import { doorbell } from './on-demand.ts';

export type { MenuAction, MenuChoice, MenuEntry, MenuProps } from './MenuBox.tsx';

const load = () => import('./MenuBox.tsx');
const MenuBox = lazy(load);

/** What can be done with the thing whose button it opens from. */
export function Menu(props: MenuProps) {
  const [by, setBy] = useState<PressEvent['pointerType']>();
  const bell = doorbell(props.trigger, 'menu', load, ({ pointerType }) => setBy(pointerType));
  if (!by) return bell;
  return (
    <Suspense fallback={bell}>
      <MenuBox {...props} by={by} />
    </Suspense>
  );
}
