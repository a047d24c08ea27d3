import { reaction } from 'mobx';
import { onEachView, type MapView, type Sketch, type SketchShape, type Views } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { PlacingDesk } from '../model/placing-desk.ts';

const SLOT = 'placement';
/** Vermilion, which colour-blind people can tell from the sketch. */
const ARROW = { stroke: '#d55e00' };
/** An arrow at a control point is so many times as long as the residual that it shows. */
const WINGS = 0.25;

/** Draws where an object comes to lie, and what is left at its control points, in every view. */
export function showOnMaps(desk: PlacingDesk, views: Views): void {
  onEachView(views, (view: MapView) => {
    const stop = reaction(
      () => sketchOf(desk, view.kind !== '2d'),
      (sketch) => view.show(sketch, SLOT),
      { fireImmediately: true },
    );
    return {
      dispose: () => {
        stop();
        view.show(undefined, SLOT);
      },
    };
  });
}

function sketchOf(desk: PlacingDesk, hasHeights: boolean): Sketch | undefined {
  const { outline, draft } = desk;
  if (!draft) return undefined;
  const flat = (position: Position): Position => (hasHeights ? position : [position[0], position[1]]);
  const line = (places: readonly Position[]): SketchShape => ({
    geometry: { type: 'LineString', coordinates: places.map(flat) },
  });
  const shapes: SketchShape[] = [];
  if (outline) {
    const { below, above } = outline;
    shapes.push({
      geometry: { type: 'Polygon', coordinates: [[...below, below[0]!].map(flat)] },
    });
    if (hasHeights) {
      shapes.push(line([...above, above[0]!]));
      below.forEach((corner, i) => shapes.push(line([corner, above[i]!])));
    }
  }
  const { residuals } = desk;
  const handles: { position: Position; role: 'vertex' | 'active' }[] = [];
  draft.points.forEach((point, i) => {
    const target = desk.toPosition(point.map);
    const residual = residuals[i];
    if (!target || !residual) return;
    handles.push({ position: flat(target), role: desk.wanted?.index === i ? 'active' : 'vertex' });
    const from = [
      point.map[0] - residual.east,
      point.map[1] - residual.north,
      point.map[2] - residual.up,
    ] as const;
    const arrow = arrowOf(from, point.map, residual.plan)
      .map((place) => desk.toPosition(place))
      .filter((place) => place !== undefined);
    if (arrow.length > 1) shapes.push({ ...line(arrow), style: ARROW });
  });
  return { shapes, handles };
}

/** From where a point is put to where it should be, with its wings. */
function arrowOf(
  from: readonly [number, number, number],
  to: readonly [number, number, number],
  length: number,
): [number, number, number][] {
  if (length === 0) return [];
  const [x, y] = [(to[0] - from[0]) * WINGS, (to[1] - from[1]) * WINGS];
  const left: [number, number, number] = [to[0] - x - y / 2, to[1] - y + x / 2, to[2]];
  const right: [number, number, number] = [to[0] - x + y / 2, to[1] - y - x / 2, to[2]];
  return [[...from], [...to], left, [...to], right];
}
