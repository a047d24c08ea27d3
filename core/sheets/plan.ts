import { PAPERS, SHEET_PARTS, type PaperBox, type SheetLayout, type SheetPart } from '#core/protocol';
import { dividedPanel } from './panel-parts.ts';

/** Where the parts of a sheet are. */
export interface SheetPlan {
  readonly width: number;
  readonly height: number;
  /** One for each frame, in their order. */
  readonly frames: readonly PaperBox[];
  /** Room for the parts that are not placed by hand; undefined when there is none of them. */
  readonly panel: PaperBox | undefined;
  /**
   * Parts with a box of their own: those placed by hand, and signs and title block of the panel. `content`: the rest of the
   * panel, for legend and tables.
   */
  readonly parts: Readonly<Partial<Record<SheetPart | 'content', PaperBox>>>;
}

/** Between two frames, and between frames and panel. */
const GAP = 4;
/** Around a frame, for the labels of its grid. */
const LABELS = 5;
/** Least side of a frame. */
const LEAST = 20;

/** Width and height of the paper, millimetres. */
export function paperSize({
  paper,
  orientation,
}: Pick<SheetLayout, 'paper' | 'orientation'>): [number, number] {
  if (typeof paper !== 'string') return [paper.width, paper.height];
  const [short, long] = PAPERS[paper];
  return orientation === 'portrait' ? [short, long] : [long, short];
}

/**
 * Places the frames and the parts of a sheet; undefined when there is no room for them, or what is placed by hand is not on
 * the paper.
 */
export function planSheet(layout: SheetLayout, frames: number): SheetPlan | undefined {
  const [width, height] = paperSize(layout);
  const { top, right, bottom, left } = layout.margins;
  const inner = { x: left, y: top, width: width - left - right, height: height - top - bottom };
  const byHand = partsByHand(layout);
  const inPanel = partsOf(layout).filter((part) => !byHand[part]);
  const { panel, main } =
    inPanel.length > 0 ? divided(inner, layout.panel) : { panel: undefined, main: inner };
  const placed = Array.from({ length: frames }, (_, n) => layout.places?.frames?.[n] ?? undefined);
  const tiles = tiled(main, placed.filter((box) => !box).length).map((box) =>
    layout.grid ? shrunk(box, LABELS) : box,
  );
  const boxes = placed.map((box) => box ?? tiles.shift()!);
  const isTooSmall = [...boxes, ...(panel ? [panel] : [])].some(
    (box) => box.width < LEAST || box.height < LEAST,
  );
  const isOff = [...boxes, ...Object.values(byHand)].some(
    (box) => box.x + box.width > width || box.y + box.height > height,
  );
  if (isTooSmall || isOff) return undefined;
  const parts = { ...(panel && dividedPanel(layout, panel, inPanel)), ...byHand };
  return { width, height, frames: boxes, panel, parts };
}

/** The parts that a layout asks for. */
export function partsOf(layout: SheetLayout): SheetPart[] {
  return SHEET_PARTS.filter((part) =>
    part === 'signs'
      ? layout.scaleBar || layout.north !== undefined
      : part === 'legend'
        ? layout.legend
        : layout[part] !== undefined,
  );
}

function partsByHand(layout: SheetLayout): Partial<Record<SheetPart, PaperBox>> {
  return Object.fromEntries(
    partsOf(layout).flatMap((part) => {
      const box = layout.places?.[part];
      return box ? [[part, box]] : [];
    }),
  );
}

function divided(
  { x, y, width, height }: PaperBox,
  { side, size }: SheetLayout['panel'],
): { panel: PaperBox; main: PaperBox } {
  if (side === 'right')
    return {
      panel: { x: x + width - size, y, width: size, height },
      main: { x, y, width: width - size - GAP, height },
    };
  return {
    panel: { x, y: y + height - size, width, height: size },
    main: { x, y, width, height: height - size - GAP },
  };
}

/** Frames side by side in the longer direction; four in two rows. */
function tiled(box: PaperBox, count: number): PaperBox[] {
  const isWide = box.width >= box.height;
  const columns = count === 4 ? 2 : isWide ? Math.max(1, count) : 1;
  const rows = Math.ceil(count / columns);
  const width = (box.width - GAP * (columns - 1)) / columns;
  const height = (box.height - GAP * (rows - 1)) / rows;
  return Array.from({ length: count }, (_, n) => ({
    x: box.x + (n % columns) * (width + GAP),
    y: box.y + Math.floor(n / columns) * (height + GAP),
    width,
    height,
  }));
}

function shrunk({ x, y, width, height }: PaperBox, by: number): PaperBox {
  return { x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by };
}
