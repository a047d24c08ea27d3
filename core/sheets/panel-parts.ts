import type { PaperBox, SheetLayout, SheetPart } from '#core/protocol';

const SIGNS = { width: 62, height: 27 };
const TITLE_WIDTH = 95;
const BETWEEN = 4;

/** Parts of a title block, millimetres: title and subtitle, logo, a row, and what is below the last. */
export const TITLE_BLOCK = { head: 15, logo: 14, row: 4.8, inset: 2.2 } as const;

/** Millimetres. */
export function titleBlockHeight({ rows, logo }: NonNullable<SheetLayout['titleBlock']>): number {
  const { head, logo: high, row, inset } = TITLE_BLOCK;
  return head + (logo === undefined ? 0 : high) + rows.length * row + inset;
}

/** The parts in a panel: one above the other in one at the right, side by side in one at the bottom. */
export function dividedPanel(
  { panel, titleBlock }: SheetLayout,
  box: PaperBox,
  parts: readonly SheetPart[],
): Partial<Record<SheetPart | 'content', PaperBox>> {
  const title = parts.includes('titleBlock') ? titleBlock : undefined;
  const hasSigns = parts.includes('signs');
  if (panel.side === 'right') {
    const high = title ? Math.min(titleBlockHeight(title), box.height) : 0;
    const below = box.y + box.height - high;
    const end = below - (high > 0 ? 2 : 0);
    const hasRoom = hasSigns && end - SIGNS.height >= box.y;
    const top = hasRoom ? end - SIGNS.height : end;
    return {
      content: { ...box, height: Math.max(0, top - box.y - 2) },
      ...(hasRoom && { signs: { ...box, y: top, height: SIGNS.height } }),
      ...(title && { titleBlock: { ...box, y: below, height: high } }),
    };
  }
  const wide = title ? Math.min(TITLE_WIDTH, box.width * 0.4) : 0;
  const signs = hasSigns ? Math.min(SIGNS.width, box.width * 0.3) : 0;
  const right = box.x + box.width - wide;
  const from = right - signs - (wide > 0 && hasSigns ? BETWEEN : 0);
  return {
    content: { ...box, width: Math.max(0, from - box.x - BETWEEN) },
    ...(hasSigns && {
      signs: { ...box, x: from, width: signs, height: Math.min(SIGNS.height, box.height) },
    }),
    ...(title && { titleBlock: { ...box, x: right, width: wide } }),
  };
}
