import type { SheetVariable } from '#core/protocol';
import { fillIn, TITLE_BLOCK } from '#core/sheets';
import type { SheetContext } from './sheet-context.ts';
import { LINE } from './sheet-text.ts';

/** A line of text on the paper. */
export interface PaperText {
  readonly text: string;
  /** Millimetres from the upper left corner of the paper to the left end of the text, in the middle of its height. */
  readonly at: readonly [number, number];
  /** Points. */
  readonly size: number;
}

const POINT = 25.4 / 72;
/** Share of a row of the title block that is its name. */
const NAMES = 0.36;

/** The texts of a layout and its title block, line by line, as they are in the PDF. */
export function paperTexts(
  { layout, plan }: SheetContext,
  values: Readonly<Record<SheetVariable, string>>,
): PaperText[] {
  const texts: PaperText[] = [];
  const put = (text: string, x: number, y: number, size: number) => {
    const filled = fillIn(text, values).trim();
    if (filled !== '') texts.push({ text: filled, at: [x, y + (size * LINE * POINT) / 2], size });
  };
  for (const { text, x, y, size } of layout.texts)
    text.split('\n').forEach((line, n) => put(line, x, y + n * size * 1.3 * POINT, size));
  const { titleBlock } = layout;
  const box = plan.parts.titleBlock;
  if (!titleBlock || !box) return texts;
  const { head, logo, row, inset } = TITLE_BLOCK;
  const left = box.x + inset;
  const hasLogo = titleBlock.logo !== undefined && box.height >= head + logo;
  const top = box.y + (hasLogo ? logo : 0);
  put(titleBlock.title, left, top + inset, 13);
  put(titleBlock.subtitle, left, top + inset + 6.6, 8.5);
  const shown = Math.max(0, Math.floor((box.y + box.height - top - head) / row + 1e-6));
  titleBlock.rows.slice(0, shown).forEach(({ name, value }, n) => {
    const y = top + head + n * row;
    put(name, left, y + 1, 6.8);
    put(value, left + (box.width - 2 * inset) * NAMES, y + 0.8, 7.8);
  });
  return texts;
}
