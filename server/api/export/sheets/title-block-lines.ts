import type { PaperBox, SheetLayout } from '#core/protocol';
import { TITLE_BLOCK } from '#core/sheets';

/** A line of text; millimetres on the paper. */
export interface TitleBlockLine {
  readonly text: string;
  readonly x: number;
  /** Of its upper edge. */
  readonly y: number;
  /** Room for it. */
  readonly width: number;
  /** Points. */
  readonly size: number;
  readonly role: 'title' | 'subtitle' | 'name' | 'value';
}

/** Share of a row that is its name. */
const NAMES = 0.36;
const SUBTITLE = 6.6;

/** What is written in a title block: title, subtitle, and as many rows as have room, of which `rows` are the upper edges. */
export function titleBlockLines(
  { title, subtitle, rows }: NonNullable<SheetLayout['titleBlock']>,
  { x, y, width, height }: PaperBox,
  hasLogo: boolean,
): { lines: TitleBlockLine[]; rows: number[] } {
  const { head, logo, row, inset } = TITLE_BLOCK;
  const [left, inner] = [x + inset, width - 2 * inset];
  const top = y + (hasLogo ? logo : 0);
  const room = Math.max(0, Math.floor((y + height - top - head) / row + 1e-6));
  const shown = rows.slice(0, room).map((each, n) => ({ ...each, y: top + head + n * row }));
  const wide = inner * NAMES;
  return {
    lines: [
      { text: title, x: left, y: top + inset, width: inner, size: 13, role: 'title' },
      { text: subtitle, x: left, y: top + inset + SUBTITLE, width: inner, size: 8.5, role: 'subtitle' },
      ...shown.flatMap(({ name, value, y: at }): TitleBlockLine[] => [
        { text: name, x: left, y: at + 1, width: wide - 1, size: 6.8, role: 'name' },
        { text: value, x: left + wide, y: at + 0.8, width: inner - wide, size: 7.8, role: 'value' },
      ]),
    ],
    rows: shown.map((each) => each.y),
  };
}

/** Whether a logo has room in a title block of this height, millimetres. */
export function hasRoomForLogo(height: number): boolean {
  return height >= TITLE_BLOCK.head + TITLE_BLOCK.logo;
}
