import type { SheetVariable } from '#core/protocol';
import { fillIn } from '#core/sheets';
import type { SheetContext } from './sheet-context.ts';
import { LINE } from './sheet-text.ts';
import { hasRoomForLogo, titleBlockLines } from './title-block-lines.ts';

/** A line of text on the paper. */
export interface PaperText {
  readonly text: string;
  /** Millimetres from the upper left corner of the paper to the left end of the text, in the middle of its height. */
  readonly at: readonly [number, number];
  /** Points. */
  readonly size: number;
}

const POINT = 25.4 / 72;

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
  const hasLogo = titleBlock.logo !== undefined && hasRoomForLogo(box.height);
  for (const { text, x, y, size } of titleBlockLines(titleBlock, box, hasLogo).lines) put(text, x, y, size);
  return texts;
}
