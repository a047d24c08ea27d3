/**
 * One map over the same 100,000 polygons, ours or a bare OpenLayers VectorImage layer; the bench moves it by pointer
 * events, one a frame, as a hand would.
 */
import OlMap from 'ol/Map.js';
import View from 'ol/View.js';
import Feature from 'ol/Feature.js';
import Polygon from 'ol/geom/Polygon.js';
import VectorImageLayer from 'ol/layer/VectorImage.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { fromLonLat } from 'ol/proj.js';
import { ObjectDocument, type Extent, type MapObject } from '#core/document';
import type { Position } from '#core/protocol';
import { MapView2D } from '../../../plugins/map-2d/map/view.ts';

const SIDE = 317;
const COUNT = 100_000;
/** Degrees between the middles of neighbours: about 22 m. */
const CELL = 0.0002;
const ORIGIN: Position = [11, 44];
const PAINT = { stroke: '#1e5aa8', width: 1.5, fill: '#1e5aa844' } as const;

export type Kind = 'ours' | 'peer';
/** `work`: about 2,600 objects in 1280 by 800 pixels; `full`: all of them. */
export type Range = 'work' | 'full';

export interface BenchPage {
  open(kind: Kind, range: Range): Promise<number>;
  pan(frames: number): Promise<void>;
  dragVertex(frames: number): Promise<void>;
  /** Ends the vertex drag: the object changes in the document. Resolves when it is drawn. */
  commit(): Promise<void>;
  close(): void;
}

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Rings of 12 to 17 corners (14.5 on average), closed. */
function ring(index: number): Position[] {
  const center = [
    ORIGIN[0] + (index % SIDE) * CELL * 1.4,
    ORIGIN[1] + Math.floor(index / SIDE) * CELL,
  ] as const;
  const corners = 12 + (index % 6);
  const positions: Position[] = [];
  for (let i = 0; i < corners; i++) {
    const angle = (2 * Math.PI * i) / corners;
    const radius = CELL * (0.42 + 0.1 * Math.sin(index * 7.3 + i * 2.1));
    positions.push([center[0] + 1.4 * radius * Math.cos(angle), center[1] + radius * Math.sin(angle)]);
  }
  return [...positions, positions[0]!];
}

const EXTENT: Extent = [
  ORIGIN[0] - CELL,
  ORIGIN[1] - CELL,
  ORIGIN[0] + SIDE * CELL * 1.4,
  ORIGIN[1] + SIDE * CELL,
];
const MIDDLE: Position = [(EXTENT[0] + EXTENT[2]) / 2, (EXTENT[1] + EXTENT[3]) / 2];
/** A cell is 20 CSS pixels high at work: 64 by 40 of them fill the screen. */
const ZOOM: Record<Range, number> = { work: 16.63, full: 13.1 };

let element: HTMLElement;
let close: () => void = () => undefined;
let dragged: { view: MapView2D; document: ObjectDocument; object: MapObject; moved: MapObject } | undefined;

function fresh(): HTMLElement {
  close();
  element?.remove();
  element = document.createElement('div');
  element.style.cssText = 'position:fixed;inset:0;background:#fff';
  document.body.append(element);
  return element;
}

async function openPeer(range: Range): Promise<number> {
  const features = Array.from(
    { length: COUNT },
    (_, i) => new Feature(new Polygon([ring(i).map((position) => fromLonLat(position))])),
  );
  const source = new VectorSource({ features });
  const style = new Style({
    stroke: new Stroke({ color: PAINT.stroke, width: PAINT.width }),
    fill: new Fill({ color: PAINT.fill }),
  });
  const map = new OlMap({
    target: fresh(),
    controls: [],
    layers: [new VectorImageLayer({ source, style })],
    view: new View({ center: fromLonLat(MIDDLE), zoom: ZOOM[range] }),
  });
  close = () => map.setTarget(undefined);
  await new Promise<void>((resolve) => map.once('rendercomplete', () => resolve()));
  return source.getFeaturesInExtent(map.getView().calculateExtent(map.getSize())).length;
}

async function openOurs(range: Range): Promise<number> {
  const held = new ObjectDocument('bench');
  const objects = Array.from({ length: COUNT }, (_, i): MapObject => {
    const location = { type: 'Polygon' as const, coordinates: [ring(i)] };
    return { id: String(i), typeName: 'parcels', location, properties: {}, relatesTo: [] };
  });
  held.apply(
    objects.map((after) => ({ id: after.id, before: undefined, after })),
    'load',
  );
  const view = new MapView2D(fresh(), held);
  close = () => view.dispose();
  view.setLayers([{ typeName: 'parcels', visible: true, opacity: 1, style: PAINT, locked: false }]);
  view.fly(MIDDLE, { zoom: ZOOM[range], animate: false });
  await frame();
  while (!view.settled) await frame();
  const object = view.pick([640, 400], 30)[0]?.object ?? objects[Math.floor(COUNT / 2)]!;
  dragged = { view, document: held, object, moved: object };
  return held.index.search(view.camera.extent).length;
}

function point(type: string, x: number, y: number): void {
  const target = document.elementFromPoint(x, y) ?? element;
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

const page: BenchPage = {
  async open(kind, range) {
    dragged = undefined;
    const count = await (kind === 'peer' ? openPeer(range) : openOurs(range));
    // What is painted ahead belongs to opening.
    await rest(800);
    return count;
  },
  async pan(frames) {
    const start = [640, 400] as const;
    point('pointerdown', ...start);
    for (let i = 1; i <= frames; i++) {
      await frame();
      point('pointermove', start[0] - i * 6, start[1] - i * 2);
    }
    await frame();
    // Held still before it is let go: no throw.
    await rest(150);
    point('pointerup', start[0] - frames * 6, start[1] - frames * 2);
  },
  async dragVertex(frames) {
    const { view, object } = dragged!;
    const preview = view.preview([object]);
    for (let i = 1; i <= frames; i++) {
      await frame();
      const corners = ring(Number(object.id));
      corners[1] = [corners[1]![0] + i * CELL * 0.01, corners[1]![1] + i * CELL * 0.005];
      const moved = { ...object, location: { type: 'Polygon' as const, coordinates: [corners] } };
      preview.update([moved]);
      dragged!.moved = moved;
    }
    await frame();
    preview.dispose();
  },
  async commit() {
    const { document: held, object, moved } = dragged!;
    held.apply([{ id: object.id, before: object, after: moved }], 'edit');
    dragged!.object = moved;
    await frame();
    await frame();
  },
  close: () => close(),
};
(window as unknown as { bench: BenchPage }).bench = page;
