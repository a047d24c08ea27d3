import { reaction } from 'mobx';
import {
  onEachView,
  type MapView,
  type Sketch,
  type SketchLabel,
  type SketchShape,
  type Views,
} from '#core/mapview';
import { direct } from '#core/geodesy';
import type { FieldBookPoint, Position } from '#core/protocol';
import type { BookDesk } from './book-desk.ts';

const SLOT = 'field-book';
const KNOWN = { stroke: '#ffffff', width: 1.5, fill: '#dc2626', radius: 6, shape: 'triangle' } as const;
const STATION = { stroke: '#ffffff', width: 1.5, fill: '#7c3aed', radius: 6 } as const;
const POINT = { stroke: '#ffffff', width: 1, fill: '#2563eb', radius: 4 } as const;
const SHOWN = { stroke: '#f59e0b', width: 3, radius: 11 } as const;
const ELLIPSE = { stroke: '#2563eb', width: 1.5 } as const;
/** Labels and ellipses of more points cover the map. */
const MOST_LABELS = 300;
const CORNERS = 36;
/** CSS pixels of the half axis of the largest ellipse. */
const LARGEST = 40;

/** The computed points of the open field book on the map, with their ellipses. */
export class PointsOnMaps {
  readonly #desk: BookDesk;

  constructor(desk: BookDesk, views: Views) {
    this.#desk = desk;
    onEachView(views, (view) => {
      if (view.kind !== '2d' && view.kind !== '3d') return undefined;
      const show = () => view.show(this.#sketch(view), SLOT);
      const stop = reaction(() => [desk.opened, desk.shownPoint], show, { fireImmediately: true });
      return { dispose: stop };
    });
    reaction(
      () =>
        desk.opened?.computedVersion !== undefined && desk.opened.computedVersion !== null && desk.opened.id,
      (id) => id && this.#flyTo(views),
    );
  }

  #flyTo(views: Views): void {
    const places = placed(this.#desk.opened?.result?.points ?? []);
    if (places.length === 0) return;
    const [x, y] = [places.map(([, [lon]]) => lon), places.map(([, [, lat]]) => lat)];
    const [west, south] = [x.reduce((a, b) => Math.min(a, b)), y.reduce((a, b) => Math.min(a, b))];
    const [east, north] = [x.reduce((a, b) => Math.max(a, b)), y.reduce((a, b) => Math.max(a, b))];
    const margin = Math.max(1e-4, (east - west) * 0.15, (north - south) * 0.15);
    views.active?.fly([west - margin, south - margin, east + margin, north + margin]);
  }

  #sketch(_: MapView): Sketch | undefined {
    const { opened, shownPoint } = this.#desk;
    const points = placed(opened?.result?.points ?? []);
    if (points.length === 0) return undefined;
    const shapes: SketchShape[] = [];
    const add = (style: SketchShape['style'], of: (point: FieldBookPoint) => boolean) => {
      const coordinates = points.flatMap(([point, position]) => (of(point) ? [position] : []));
      if (coordinates.length > 0 && style)
        shapes.push({ geometry: { type: 'MultiPoint', coordinates } as never, style });
    };
    const few = points.length <= MOST_LABELS;
    if (few) shapes.push(...ellipses(points));
    add(POINT, ({ how, station }) => how !== 'known' && !station);
    add(STATION, ({ how, station }) => station && how !== 'known');
    add(KNOWN, ({ how }) => how === 'known');
    add(SHOWN, ({ name }) => name === shownPoint);
    const labels: SketchLabel[] = few
      ? points.map(([{ name }, position]) => ({ position, text: name, aside: true }))
      : [];
    return { shapes, labels };
  }
}

function placed(points: readonly FieldBookPoint[]): [FieldBookPoint, Position][] {
  return points.flatMap((point): [FieldBookPoint, Position][] =>
    point.position ? [[point, point.position]] : [],
  );
}

/** Enlarged alike, so that the largest can be seen beside the points. */
function ellipses(points: readonly [FieldBookPoint, Position][]): SketchShape[] {
  const sizes = points.flatMap(([{ ellipse }]) => ellipse?.major ?? []);
  const largest = sizes.reduce((a, b) => Math.max(a, b), 0);
  const spread = spreadOf(points.map(([, position]) => position));
  if (largest === 0 || spread === 0) return [];
  const factor = (spread / 800) * (LARGEST / largest);
  return points.flatMap(([{ ellipse }, position]): SketchShape[] => {
    if (!ellipse || ellipse.major === 0) return [];
    const ring = Array.from({ length: CORNERS + 1 }, (_, i) => {
      const angle = (i / CORNERS) * 2 * Math.PI;
      const [along, across] = [
        ellipse.major * factor * Math.cos(angle),
        ellipse.minor * factor * Math.sin(angle),
      ];
      const azimuth = ellipse.azimuth + (Math.atan2(across, along) * 180) / Math.PI;
      return direct(position, azimuth, Math.hypot(along, across));
    });
    return [{ geometry: { type: 'LineString', coordinates: ring } as never, style: ELLIPSE }];
  });
}

/** Metres from side to side, roughly: only for the size of what is drawn. */
function spreadOf(positions: readonly Position[]): number {
  const [x, y] = [positions.map(([lon]) => lon), positions.map(([, lat]) => lat)];
  const span = (values: readonly number[]) =>
    values.reduce((a, b) => Math.max(a, b), -Infinity) - values.reduce((a, b) => Math.min(a, b), Infinity);
  return Math.hypot(span(x) * Math.cos(((y[0] ?? 0) * Math.PI) / 180), span(y)) * 111_320;
}
