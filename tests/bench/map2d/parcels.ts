import { ObjectDocument, type MapObject } from '#core/document';
import type { Position, Style } from '#core/protocol';
import { MapView2D } from '../../../plugins/work/map-2d/map/view.ts';

/** Degrees between the centres of neighbours: about 22 m. */
export const CELL = 0.0002;
const ORIGIN: Position = [11, 44];
export const PAINT = { stroke: '#1e5aa8', width: 1.5, fill: '#1e5aa844' } as const;

/** Symbols by the use of a parcel, and a label in each: as an office shows its parcels. */
export const STYLED: Style = {
  version: 2,
  ...PAINT,
  classes: {
    kind: 'categorized',
    field: 'use',
    categories: ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'].map((stroke, value) => ({
      value,
      title: String(value),
      symbol: { stroke, width: 1.5, fill: `${stroke}44` },
    })),
  },
  labels: { text: 'code', size: 11, halo: { width: 2 } },
};

/** `work`: about 2,600 objects in 1280 by 800 pixels; `full`: all of them. */
export type Range = 'work' | 'full';

/** Polygons in rows; there are as many in a row as there are rows. */
export class Parcels {
  readonly side: number;

  constructor(readonly count: number) {
    this.side = Math.ceil(Math.sqrt(count));
  }

  /** 12 to 17 corners (14.5 on average), closed. */
  ring(index: number): Position[] {
    const x = ORIGIN[0] + (index % this.side) * CELL * 1.4;
    const y = ORIGIN[1] + Math.floor(index / this.side) * CELL;
    const corners = 12 + (index % 6);
    const positions: Position[] = [];
    for (let i = 0; i < corners; i++) {
      const angle = (2 * Math.PI * i) / corners;
      const radius = CELL * (0.42 + 0.1 * Math.sin(index * 7.3 + i * 2.1));
      positions.push([x + 1.4 * radius * Math.cos(angle), y + radius * Math.sin(angle)]);
    }
    return [...positions, positions[0]!];
  }

  /** The number of a parcel in the centre. */
  get central(): number {
    return Math.floor(this.side / 2) * this.side + Math.floor(this.side / 2);
  }

  get middle(): Position {
    return [ORIGIN[0] + (this.side * CELL * 1.4) / 2, ORIGIN[1] + (this.side * CELL) / 2];
  }

  /**
   * For `work` a cell is 20 CSS pixels high, so that 64 by 40 of them fill the screen; otherwise all rows take 550
   * pixels.
   */
  zoom(range: Range): number {
    return range === 'work' ? 16.63 : 13.1 - Math.log2(this.side / 317);
  }

  objects(): MapObject[] {
    return Array.from({ length: this.count }, (_, i): MapObject => {
      const location = { type: 'Polygon' as const, coordinates: [this.ring(i)] };
      return {
        id: String(i),
        typeName: 'parcels',
        location,
        properties: { use: i % 6, code: `P${i}` },
        relatesTo: [],
      };
    });
  }
}

export const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
export const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Consecutive frames: longer than the delay before the map paints when it rests. */
const CALM = 15;
/** Milliseconds of a frame that remain when there was almost nothing to do. */
const LEFT = 4;

/** Waits until the page has nothing more to compute or paint: the map's painting at rest is done. */
export async function quiet(): Promise<void> {
  const idle = () => new Promise<IdleDeadline>((resolve) => requestIdleCallback(resolve));
  for (let calm = 0; calm < CALM; calm++) {
    await frame();
    if ((await idle()).timeRemaining() < LEFT) calm = -1;
  }
}

const sheets: HTMLElement[] = [];

/** An empty element over the whole window, in place of the previous ones, except `below`, which stays below it. */
export function sheet(below?: HTMLElement): HTMLElement {
  for (const old of sheets.splice(0)) {
    if (old === below) sheets.push(old);
    else old.remove();
  }
  const element = document.createElement('div');
  sheets.push(element);
  element.style.cssText = 'position:fixed;inset:0;background:#fff';
  document.body.append(element);
  return element;
}

export function held(objects: readonly MapObject[]): ObjectDocument {
  const document = new ObjectDocument('bench');
  document.apply(
    objects.map((after) => ({ id: after.id, before: undefined, after })),
    'load',
  );
  return document;
}

/** Our map over a document; resolves when everything in view is painted. */
export async function openView(
  document: ObjectDocument,
  center: Position,
  zoom: number,
  { over, style = PAINT }: { over?: HTMLElement | undefined; style?: Style } = {},
): Promise<MapView2D> {
  const view = new MapView2D(sheet(over), document);
  view.setLayers([{ typeName: 'parcels', visible: true, opacity: 1, style, locked: false }]);
  view.fly(center, { zoom, animate: false });
  await frame();
  while (!view.settled) await frame();
  return view;
}

export function inView(view: MapView2D): number {
  return view.document.index.search(view.camera.extent).length;
}

/** A mouse event on the element at this place. */
export function point(type: string, x: number, y: number): void {
  const target = document.elementFromPoint(x, y)!;
  target.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      composed: true,
      pointerId: 1,
      isPrimary: true,
      pointerType: 'mouse',
      button: type === 'pointermove' ? -1 : 0,
      buttons: type === 'pointerup' ? 0 : 1,
      clientX: x,
      clientY: y,
    }),
  );
}
