import type { SheetDrawing } from '#core/protocol';
import type { Drawing, Place } from './drawing.ts';

/** Colours and widths, in points, of what is cut, seen and hidden. */
const CUT = { colour: '#16202b', width: 1 };
const SEEN = { colour: '#16202b', width: 0.35 };
const HIDDEN = { colour: '#8a96a2', width: 0.2 };

/** A drawing for a frame of a sheet: what is cut is drawn last. */
export function onSheet({ title, lines, seen = [], hidden = [], texts }: Drawing): SheetDrawing {
  const drawn = (places: readonly (readonly Place[])[], look: typeof CUT) =>
    places.map((line) => ({ points: line.flatMap(([x, y]) => [x, y]), ...look }));
  return {
    kind: 'drawing',
    title,
    lines: [...drawn(hidden, HIDDEN), ...drawn(seen, SEEN), ...drawn(lines, CUT)],
    texts: texts.map(({ at: [x, y], text }) => ({ text: text.slice(0, 200), x, y })),
  };
}
