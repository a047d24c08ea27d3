import { reaction } from 'mobx';
import {
  contains,
  onEachView,
  type MapView,
  type Sketch,
  type SketchLabel,
  type SketchShape,
  type Views,
} from '#core/mapview';
import type { FieldBookFit, FieldBookPoint, Position } from '#core/protocol';
import type { BookDesk } from './book-desk.ts';
import type { CodeListDesk } from './code-list.ts';
import type { StakeOutDesk } from './stake-out/desk.ts';
import type { Staked } from './stake-out/compare.ts';
import { drawnEllipses, MOST_ELLIPSES } from './ellipses.ts';

const SLOT = 'field-book';
const KNOWN = { stroke: '#ffffff', width: 1.5, fill: '#dc2626', radius: 6, shape: 'triangle' } as const;
const STATION = { stroke: '#ffffff', width: 1.5, fill: '#7c3aed', radius: 6 } as const;
const POINT = { stroke: '#ffffff', width: 1, fill: '#2563eb', radius: 4 } as const;
const SHOWN = { stroke: '#f59e0b', width: 3, radius: 11 } as const;
const [WITHIN, BEYOND] = ['#16a34a', '#dc2626'].map((stroke) => ({
  stroke,
  width: 3,
  radius: 9,
  shape: 'diamond' as const,
}));
const LINE: SketchShape['style'] = { stroke: '#2563eb', width: 2 };
const OPEN_LINE: SketchShape['style'] = { stroke: '#dc2626', width: 2, dash: [6, 4] };
const ARROW: SketchShape['style'] = { stroke: '#dc2626', width: 2 };
const ARROW_END: SketchShape['style'] = {
  stroke: '#dc2626',
  width: 1,
  fill: '#dc2626',
  radius: 3,
  shape: 'diamond',
};
const ELLIPSE = { stroke: '#2563eb', width: 1.5 } as const;

interface Shown {
  desk: BookDesk;
  codes: CodeListDesk;
  stakeOut: StakeOutDesk;
}

/** The computed points of the open field book on the map, with their ellipses. */
export class PointsOnMaps {
  readonly #desk: BookDesk;
  readonly #codes: CodeListDesk;
  readonly #stakeOut: StakeOutDesk;

  constructor({ desk, codes, stakeOut }: Shown, views: Views) {
    this.#desk = desk;
    this.#codes = codes;
    this.#stakeOut = stakeOut;
    onEachView(views, (view) => {
      if (view.kind !== '2d' && view.kind !== '3d') return undefined;
      const show = () => view.show(this.#sketch(view), SLOT);
      const stop = reaction(() => [desk.opened, desk.shownPoint, codes.lines, stakeOut.compared], show, {
        fireImmediately: true,
      });
      return { dispose: stop };
    });
    // Fitted anew, or in another system, the points of the same book may be elsewhere.
    reaction(
      () => ({ id: desk.opened?.id, result: desk.opened?.result }),
      (now, before) => {
        const isAnother = now.id !== before.id || !before.result;
        if (views.active && (isAnother || !this.#isSeen(views.active))) this.#flyTo(views.active);
      },
      { equals: (a, b) => a.id === b.id && a.result === b.result },
    );
  }

  #isSeen({ camera }: MapView): boolean {
    return placed(this.#desk.opened?.result?.points ?? []).some(([, [lon, lat]]) =>
      contains(camera.extent, lon, lat),
    );
  }

  #flyTo(view: MapView): void {
    const places = placed(this.#desk.opened?.result?.points ?? []);
    if (places.length === 0) return;
    const [x, y] = [places.map(([, [lon]]) => lon), places.map(([, [, lat]]) => lat)];
    const [west, south] = [x.reduce((a, b) => Math.min(a, b)), y.reduce((a, b) => Math.min(a, b))];
    const [east, north] = [x.reduce((a, b) => Math.max(a, b)), y.reduce((a, b) => Math.max(a, b))];
    const margin = Math.max(1e-4, (east - west) * 0.15, (north - south) * 0.15);
    view.fly([west - margin, south - margin, east + margin, north + margin]);
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
    for (const { positions, isOpen } of opened ? (this.#codes.lines?.lines ?? []) : [])
      if (positions)
        shapes.push({
          geometry: { type: 'LineString', coordinates: positions },
          style: isOpen ? OPEN_LINE : LINE,
        });
    shapes.push(...residuals(opened?.result?.fit));
    shapes.push(...stakes(this.#stakeOut.compared?.staked ?? []));
    const few = points.length <= MOST_ELLIPSES;
    for (const geometry of drawnEllipses(points.map(([point]) => point)))
      shapes.push({ geometry, style: ELLIPSE });
    add(POINT, ({ how, station }) => how !== 'known' && !station);
    add(STATION, ({ how, station }) => station && how !== 'known');
    add(KNOWN, ({ how }) => how === 'known');
    add(SHOWN, ({ name }) => name === shownPoint);
    const labels: SketchLabel[] = few
      ? // Beside a leg without length, so that it does not cover the point.
        points.map(([{ name }, position]) => ({
          position,
          text: name,
          on: [position, position],
          aside: true,
        }))
      : [];
    return { shapes, labels };
  }
}

/** What is left at control points, enlarged. */
function residuals(fit: FieldBookFit | undefined): SketchShape[] {
  const arrows = fit?.points.flatMap(({ arrow }) => (arrow ? [arrow] : [])) ?? [];
  if (arrows.length === 0) return [];
  return [
    { geometry: { type: 'MultiLineString', coordinates: arrows }, style: ARROW },
    { geometry: { type: 'MultiPoint', coordinates: arrows.map(([, end]) => end) }, style: ARROW_END },
  ];
}

/** Design points in the colour of their tolerance. */
function stakes(staked: readonly Staked[]): SketchShape[] {
  return [true, false].flatMap((isWithin): SketchShape[] => {
    const coordinates = staked.flatMap((one) => (one.isWithin === isWithin ? [one.design.position] : []));
    const style = isWithin ? WITHIN! : BEYOND!;
    return coordinates.length > 0 ? [{ geometry: { type: 'MultiPoint', coordinates } as never, style }] : [];
  });
}

function placed(points: readonly FieldBookPoint[]): [FieldBookPoint, Position][] {
  return points.flatMap((point): [FieldBookPoint, Position][] =>
    point.position ? [[point, point.position]] : [],
  );
}
