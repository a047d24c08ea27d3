import { PAPERS, type SheetLayout } from '#core/protocol';

/** A rectangle on the paper, millimetres from its upper left corner. */
export interface PaperBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the parts of a sheet are. */
export interface SheetPlan {
  readonly width: number;
  readonly height: number;
  /** One for each frame, in their order. */
  readonly frames: readonly PaperBox[];
  /** Legend, tables and title block; undefined when nothing is in it. */
  readonly panel: PaperBox | undefined;
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

/** Places the frames and the panel of a sheet; undefined when there is no room for them. */
export function planSheet(layout: SheetLayout, frames: number): SheetPlan | undefined {
  const [width, height] = paperSize(layout);
  const { top, right, bottom, left } = layout.margins;
  const inner = { x: left, y: top, width: width - left - right, height: height - top - bottom };
  const { panel, main } = hasPanel(layout) ? divided(inner, layout.panel) : { panel: undefined, main: inner };
  const boxes = tiled(main, frames).map((box) => (layout.grid ? shrunk(box, LABELS) : box));
  const isTooSmall = [...boxes, ...(panel ? [panel] : [])].some(
    (box) => box.width < LEAST || box.height < LEAST,
  );
  return isTooSmall ? undefined : { width, height, frames: boxes, panel };
}

function hasPanel({ legend, titleBlock, coordinates, areas, north, scaleBar }: SheetLayout): boolean {
  return legend || scaleBar || [titleBlock, coordinates, areas, north].some((part) => part !== undefined);
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
  const columns = count === 4 ? 2 : isWide ? count : 1;
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
