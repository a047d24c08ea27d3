import { MAX_FRAMES, SHEET_PARTS, type PaperBox, type SheetLayout, type SheetPart } from '#core/protocol';
import { partsOf, type SheetPlan } from '#core/sheets';

/** A frame or a text by its number, or a part. */
export type PlaceKey = `frame:${number}` | `text:${number}` | SheetPart;

/** Something on the paper. */
export interface PlacedItem {
  readonly key: PlaceKey;
  /** Undefined: a part of the panel, which has no place of its own. Of a text: about as large as it is. */
  readonly box: PaperBox | undefined;
  /** Whether a person has placed it; texts always are. */
  readonly byHand: boolean;
}

/** Millimetres of a point of type. */
const POINT = 25.4 / 72;
/** Widths of letters and heights of lines, in sizes of the type. */
const LETTER = 0.52;
const LINE = 1.3;
/** Least sides, millimetres. */
const LEAST = { frame: 20, part: 5 };

/** What is on the paper: frames, parts and texts. */
export function itemsOf(layout: SheetLayout, plan: SheetPlan): readonly PlacedItem[] {
  const { places, texts } = layout;
  return [
    ...plan.frames.map((box, n) => ({
      key: `frame:${n}` as const,
      box,
      byHand: Boolean(places?.frames?.[n]),
    })),
    ...partsOf(layout).map((key) => ({ key, box: plan.parts[key], byHand: places?.[key] !== undefined })),
    ...texts.map(({ text, x, y, size }, n) => {
      const lines = text.split('\n');
      const longest = Math.max(3, ...lines.map(({ length }) => length));
      const box = {
        x,
        y,
        width: longest * size * LETTER * POINT,
        height: lines.length * size * LINE * POINT,
      };
      return { key: `text:${n}` as const, box, byHand: true };
    }),
  ];
}

/** The layout with something at another place; undefined: where the sheet places it. Moved onto the paper, in tenths of a millimetre. */
export function withPlace(
  layout: SheetLayout,
  { width, height }: Pick<SheetPlan, 'width' | 'height'>,
  key: PlaceKey,
  box: PaperBox | undefined,
): SheetLayout {
  const [kind, number] = [kindOf(key), numberOf(key)];
  if (kind === 'text') {
    if (!box) return layout;
    const at = { x: tenths(clamp(box.x, 0, width)), y: tenths(clamp(box.y, 0, height)) };
    return {
      ...layout,
      texts: layout.texts.map((one, n) => (n === number ? { ...one, ...at } : one)),
    };
  }
  const placed = box && onPaper(box, width, height, kind === 'frame' ? LEAST.frame : LEAST.part);
  if (kind !== 'frame') return { ...layout, places: { ...layout.places, [kind]: placed } };
  const frames = Array.from({ length: MAX_FRAMES }, (_, n) =>
    n === number ? (placed ?? null) : (layout.places?.frames?.[n] ?? null),
  );
  return { ...layout, places: { ...layout.places, frames } };
}

/** The layout without the place of a frame that is removed. */
export function withoutFrame(layout: SheetLayout, index: number): SheetLayout {
  const { places } = layout;
  if (!places?.frames) return layout;
  return { ...layout, places: { ...places, frames: places.frames.filter((_, n) => n !== index) } };
}

/** Where a part that has no place of its own begins: at the top of the panel. */
export function firstPlace({ panel, width }: SheetPlan): PaperBox {
  const {
    x,
    y,
    width: wide,
    height,
  } = panel ?? { x: 10, y: 10, width: Math.min(80, width - 20), height: 60 };
  return { x, y, width: wide, height: Math.min(60, height) };
}

/** `frame`, `text`, or the part itself. */
export const kindOf = (key: PlaceKey): string => key.split(':')[0]!;

/** Of a frame or a text, from 0; not a number for a part. */
export const numberOf = (key: PlaceKey): number => Number(key.split(':')[1]);

export const isPart = (key: PlaceKey): key is SheetPart => (SHEET_PARTS as readonly string[]).includes(key);

function onPaper(box: PaperBox, width: number, height: number, least: number): PaperBox {
  const wide = tenths(clamp(box.width, least, width));
  const high = tenths(clamp(box.height, least, height));
  return {
    x: tenths(clamp(box.x, 0, width - wide)),
    y: tenths(clamp(box.y, 0, height - high)),
    width: wide,
    height: high,
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
