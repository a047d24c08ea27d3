import type { PanelContribution } from '#core/plugin';
import type { DockState } from './dock-state.ts';

type Place = Pick<PanelContribution, 'id' | 'place' | 'open'>;

/** The panels that are open beside and below the map; on a phone the lower one hides the other. */
export function shownPanels<P extends Place>(
  panels: readonly P[],
  { panel, below: lower }: Pick<DockState, 'panel' | 'below'>,
  narrow: boolean,
): { beside?: P | undefined; below?: P | undefined } {
  const below = panels.find(({ id, place }) => id === lower && place);
  if (narrow && below) return { below };
  const first = panels.find(({ open, place }) => open && !place)?.id;
  const wanted = panel === undefined && !narrow ? first : panel;
  return { beside: panels.find(({ id, place }) => id === wanted && !place), below };
}

/** Buttons in the strip: nobody looks through more, and each costs when the workbench starts. */
const MOST = 40;

/** The panels that have a button in the strip: the first ones, and those that are open. */
export function inStrip<P extends Place>(
  panels: readonly P[],
  open: readonly (P | undefined)[],
): readonly P[] {
  if (panels.length <= MOST) return panels;
  return panels.filter((panel, n) => n < MOST || open.includes(panel));
}

/** The change of the dock that shows a panel, so that on a phone nothing lies over it. */
export function showing({ id, place }: Place, narrow: boolean): Partial<DockState> {
  if (place) return { below: id };
  return narrow ? { panel: id, below: null } : { panel: id };
}
