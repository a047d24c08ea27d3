import { combineLatest, type Subscription } from 'rxjs';
import { radiiAt } from '#core/geodesy';
import type { Camera, MapView, Sketch, SketchShape } from '#core/mapview';
import type { PanoramicPlace, Position } from '#core/protocol';
import type { ProjectPanoramas } from '../model/stage.ts';
import { thinned } from '../model/thinned.ts';

/** CSS pixels: of a direction's line, and between two points that are both drawn. */
const TICK = 13;
const APART = 9;
/** From this many CSS pixels between points on, their directions are drawn. */
const ROOM = 16;
/** Of the width and height of what is seen, on each side: so far the map is moved before points are chosen anew. */
const AROUND = 0.25;
const POINT = { stroke: '#ffffff', width: 1.5, fill: '#0b6e8f', radius: 4 } as const;
const DIRECTION = { stroke: '#0b6e8f', width: 2 } as const;

/** Draws panoramas on a view, as many as there is room for: what is drawn does not grow with the project. */
export function drawPoints(stage: ProjectPanoramas, view: MapView): Subscription {
  let shown: { places: readonly PanoramicPlace[]; area: Area; resolution: number } | undefined;
  return combineLatest([stage.places$, stage.onMaps$, view.camera$]).subscribe(([places, onMaps, camera]) => {
    if (!onMaps) {
      shown = undefined;
      return view.show(undefined, 'panoramas');
    }
    if (shown?.places === places && isWithin(camera, shown.area, shown.resolution)) return;
    const area = areaAround(camera);
    shown = { places, area, resolution: camera.resolution };
    view.show(pointsIn(stage, area, camera.resolution), 'panoramas');
  });
}

/** West, south, east, north. */
type Area = readonly [number, number, number, number];

function areaAround({ extent: [west, south, east, north] }: Camera): Area {
  // Across the antimeridian: all around.
  if (west > east) return [-180, -90, 180, 90];
  const [x, y] = [(east - west) * AROUND, (north - south) * AROUND];
  return [west - x, south - y, east + x, north + y];
}

function isWithin({ extent, resolution }: Camera, area: Area, shownAt: number): boolean {
  const [west, south, east, north] = extent;
  // By moving north or south it changes a little.
  const isSameScale = Math.abs(resolution / shownAt - 1) < 0.01;
  return (
    isSameScale && west <= east && west >= area[0] && south >= area[1] && east <= area[2] && north <= area[3]
  );
}

function pointsIn(stage: ProjectPanoramas, area: Area, resolution: number): Sketch {
  const { drawn, isRoomy } = thinned(stage.places, stage.within(...area), resolution, APART, ROOM);
  const places = drawn.map((i) => stage.places[i]!);
  const shapes: SketchShape[] = [];
  if (isRoomy) {
    const ticks = places.flatMap(({ position, heading }) =>
      heading === null ? [] : [tick([position[0], position[1]], heading, TICK * resolution)],
    );
    if (ticks.length > 0)
      shapes.push({ geometry: { type: 'MultiLineString', coordinates: ticks } as never, style: DIRECTION });
  }
  if (places.length > 0)
    shapes.push({
      geometry: { type: 'MultiPoint', coordinates: places.map(({ position: [x, y] }) => [x, y]) } as never,
      style: POINT,
    });
  return { shapes };
}

/** So short a line is the same on the plane that touches the earth there. */
function tick(from: Position, heading: number, metres: number): [Position, Position] {
  const { along, across } = radiiAt(from[1]);
  const angle = (heading * Math.PI) / 180;
  const degrees = (distance: number, radius: number) => (distance / radius) * (180 / Math.PI);
  const level = across * Math.max(0.01, Math.cos((from[1] * Math.PI) / 180));
  return [
    from,
    [from[0] + degrees(metres * Math.sin(angle), level), from[1] + degrees(metres * Math.cos(angle), along)],
  ];
}
