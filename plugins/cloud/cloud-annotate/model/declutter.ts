import type { Pixel } from '#core/mapview';

/** Side of a sign, CSS pixels, and about how wide a letter of its title is. */
export const SIGN = 28;
const LETTER = 7;
const TITLE_EDGE = 22;
/** Letters of a title that are shown. */
export const MOST_LETTERS = 28;
/** More are not drawn: they count with the nearest one that is. */
const MOST = 150;

export interface SignToPlace {
  readonly id: string;
  readonly title: string;
  readonly pixel: Pixel;
  /** The least is placed first. */
  readonly rank: number;
}

export interface PlacedSign {
  readonly id: string;
  /** Whether there is room for its title. */
  readonly hasTitle: boolean;
  /** How many others are under it. */
  readonly others: number;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Signs that do not cover each other: one that would is counted with the one that covers it, a title that would is left out. */
export function declutter(signs: readonly SignToPlace[]): PlacedSign[] {
  const placed: { readonly sign: SignToPlace; readonly box: Box; title: Box | undefined; others: number }[] =
    [];
  for (const sign of signs.toSorted((a, b) => a.rank - b.rank)) {
    const box = around(sign.pixel, SIGN);
    const over = placed.find((other) => overlap(other.box, box));
    if (over) over.others++;
    else if (placed.length < MOST) placed.push({ sign, box, title: undefined, others: 0 });
  }
  for (const one of placed) {
    const width = Math.min(MOST_LETTERS, one.sign.title.length) * LETTER + TITLE_EDGE;
    const title = { ...one.box, left: one.box.right, right: one.box.right + width };
    const isFree = placed.every(
      (other) =>
        other === one ||
        (!overlap(other.box, title) && !(other.title !== undefined && overlap(other.title, title))),
    );
    if (isFree) one.title = title;
  }
  return placed.map(({ sign, title, others }) => ({ id: sign.id, hasTitle: title !== undefined, others }));
}

function around([x, y]: Pixel, side: number): Box {
  return { left: x - side / 2, right: x + side / 2, top: y - side, bottom: y };
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
