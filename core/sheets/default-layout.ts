import type { SheetLayout } from '#core/protocol';

/** An A3 sheet at 1:500, from which a person starts. */
export const DEFAULT_LAYOUT: SheetLayout = {
  paper: 'A3',
  orientation: 'landscape',
  margins: { top: 10, right: 10, bottom: 10, left: 10 },
  scale: 500,
  panel: { side: 'right', size: 80 },
  grid: { kind: 'crosses' },
  north: 'grid',
  scaleBar: true,
  legend: true,
  titleBlock: { title: '{project}', subtitle: '{organization}', rows: [] },
  texts: [],
};
