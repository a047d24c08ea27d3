import { reaction } from 'mobx';
import { combineLatest, Subject } from 'rxjs';
import { direct } from '#core/geodesy';
import { Lifetime, type Disposable } from '#core/kernel';
import {
  onEachView,
  pixelDistance,
  type MapView,
  type Sketch,
  type SketchShape,
  type Views,
} from '#core/mapview';
import type { PanoramicPlace, Position } from '#core/protocol';
import type { Tools } from '#core/tools';
import type { PanoramaView } from '../api.ts';
import type { Suggesting } from '../model/matching/suggesting.ts';
import { Measuring } from '../model/measuring.ts';
import type { ProjectPanoramas } from '../model/stage.ts';
import { drawPoints } from './points-on-map.ts';

/** CSS pixels: of the cone, and around a click. */
const CONE = 70;
const NEAR = 14;
const POINT = { stroke: '#ffffff', width: 1.5, fill: '#0b6e8f', radius: 4 } as const;
const SIGHT = { stroke: '#c2410c', width: 1.5 } as const;

export interface OnMapsServices {
  readonly stage: ProjectPanoramas;
  readonly measuring: Measuring;
  readonly suggesting: Suggesting;
  readonly views: Views;
  readonly tools: Pick<Tools, 'active'>;
  /** Opens the viewer of panoramas at one, where it is not open. */
  readonly open: (place: PanoramicPlace) => void;
  readonly label: (n: number) => string;
}

/** Draws panoramas, the cone of what is seen, and what is measured on all other views. */
export function drawOnMaps(services: OnMapsServices): Disposable {
  const { stage, measuring, suggesting, views, tools } = services;
  const moved$ = new Subject<void>();
  const lifetime = new Lifetime();
  const unfollow = onEachView(views, (view) => {
    if (view.kind === 'panorama') {
      const looking = (view as PanoramaView).sight$.subscribe(() => moved$.next());
      const clicking = view.listen((gesture) => goByClick(services, view, gesture.kind, gesture.pixel));
      return together(looking, clicking);
    }
    const points = drawPoints(stage, view);
    const cone = combineLatest([stage.current$, view.camera$]).subscribe(() => showCone(services, view));
    cone.add(moved$.subscribe(() => showCone(services, view)));
    const following = stage.current$.subscribe((place) => place && follow(views, view, place));
    const clicking = view.listen(({ kind, pixel }) => {
      if (kind !== 'click' || !stage.onMaps || (tools.active && !tools.active.isSelectTool)) return;
      if (view.pick(pixel).length > 0) return;
      const place = placeAt(stage, view, pixel);
      if (!place) return;
      stage.go(place.id);
      if (!views.open.some((one) => one.kind === 'panorama')) services.open(place);
    });
    cone.add(points);
    cone.add(following);
    return together(cone, clicking);
  });
  lifetime.add(unfollow);
  lifetime.add(
    onEachView(views, (view) => {
      const show = () => view.show(measuredOn(services, view), 'panorama-measure');
      const stop = reaction(
        () => [measuring.sights, measuring.points, measuring.found, suggesting.match],
        show,
        {
          fireImmediately: true,
        },
      );
      const other = stage.current$.subscribe(show);
      return { dispose: () => (stop(), other.unsubscribe()) };
    }),
  );
  return lifetime;
}

const together = (subscription: { unsubscribe(): void }, listener: Disposable): Disposable => ({
  dispose() {
    subscription.unsubscribe();
    listener.dispose();
  },
});

function goByClick(
  { stage, tools }: OnMapsServices,
  view: MapView,
  kind: string,
  pixel: readonly [number, number],
): void {
  if (kind !== 'click' || (tools.active && !tools.active.isSelectTool) || view.pick(pixel).length > 0) return;
  const near = stage
    .neighbours()
    .map(({ place }) => ({ place, at: view.toPixel(onGround(place)) }))
    .filter(({ at }) => at && pixelDistance(at, pixel) < NEAR * 2)[0];
  if (near) stage.go(near.place.id);
}

/** Keeps what is seen on the maps beside it. */
function follow(views: Views, view: MapView, { position: [longitude, latitude] }: PanoramicPlace): void {
  if (!views.open.some(({ kind }) => kind === 'panorama') || (view.kind !== '2d' && view.kind !== '3d'))
    return;
  const [west, south, east, north] = view.camera.extent;
  const [x, y] = [(east - west) * 0.1, (north - south) * 0.1];
  const isSeen = longitude > west + x && longitude < east - x && latitude > south + y && latitude < north - y;
  if (!isSeen) view.fly([longitude, latitude], { zoom: Math.max(view.camera.zoom, 17) });
}

function placeAt(stage: ProjectPanoramas, view: MapView, pixel: readonly [number, number]) {
  const at = view.toPosition(pixel);
  if (!at) return undefined;
  const reach = (NEAR * view.camera.resolution) / 111_000;
  const east = reach / Math.max(0.05, Math.cos((at[1] * Math.PI) / 180));
  const near = stage.within(at[0] - east, at[1] - reach, at[0] + east, at[1] + reach);
  return near
    .map((i) => stage.places[i]!)
    .map((place) => ({ place, seen: view.toPixel(onGround(place)) }))
    .flatMap(({ place, seen }) => (seen ? [{ place, distance: pixelDistance(seen, pixel) }] : []))
    .filter(({ distance }) => distance <= NEAR)
    .sort((a, b) => a.distance - b.distance)[0]?.place;
}

function showCone({ stage, views }: OnMapsServices, view: MapView): void {
  const seeing = views.open.find(({ kind }) => kind === 'panorama') as PanoramaView | undefined;
  const { current } = stage;
  if (!seeing || !current) return view.show(undefined, 'panorama-cone');
  const at: Position = [current.position[0], current.position[1]];
  let sight = { heading: seeing.camera.heading, width: 60 };
  seeing.sight$.subscribe((now) => (sight = now)).unsubscribe();
  const reach = CONE * view.camera.resolution;
  const half = Math.min(80, sight.width / 2);
  const arc = Array.from({ length: 9 }, (_, i) => direct(at, sight.heading - half + (half * i) / 4, reach));
  view.show(
    {
      shapes: [
        {
          geometry: { type: 'Polygon', coordinates: [[at, ...arc, at]] },
          style: { stroke: '#c2410c', width: 1.5, fill: '#ea580c44' },
        },
        { geometry: { type: 'Point', coordinates: at }, style: { ...POINT, fill: '#c2410c', radius: 6 } },
      ],
    },
    'panorama-cone',
  );
}

/** Lines of sight, the point they meet, and the points that were measured. */
function measuredOn(
  { stage, measuring, suggesting, label }: OnMapsServices,
  view: MapView,
): Sketch | undefined {
  const { sights, points, found } = measuring;
  const near = view.kind === 'panorama' ? neighbourSigns(stage) : undefined;
  if (sights.length + points.length === 0) return near;
  const shapes: SketchShape[] = sights
    // In its own panorama a line of sight is a point.
    .filter(({ place }) => view.kind !== 'panorama' || place.id !== stage.current?.id)
    .map((look) => ({
      geometry: { type: 'LineString', coordinates: Measuring.lineOf(look) } as never,
      style: SIGHT,
      dashed: true,
    }));
  if (points.length > 1)
    shapes.push({
      geometry: { type: 'LineString', coordinates: points.map(({ position }) => position) } as never,
    });
  const all = [...points, ...(typeof found === 'string' ? [] : [found])];
  const suggested = suggesting.match
    ? [{ position: suggesting.match.position, role: 'active' as const }]
    : [];
  return {
    shapes: [...shapes, ...(near?.shapes ?? [])],
    handles: [
      ...all.map(({ position, id }) => ({
        position: [...position] as never,
        role: id === 'found' ? ('active' as const) : ('vertex' as const),
      })),
      ...suggested,
    ],
    labels: [
      ...points.map(({ position }, i) => ({
        position: [...position] as never,
        text: label(i + 1),
        aside: true,
      })),
      ...(near?.labels ?? []),
    ],
  };
}

/** Where one may go from here: on the ground of the panorama, with the distance. */
function neighbourSigns(stage: ProjectPanoramas): Sketch | undefined {
  const near = stage.neighbours().filter(({ distance }) => distance > 1);
  if (near.length === 0) return undefined;
  return {
    shapes: near.map(({ place }) => ({
      geometry: { type: 'Point', coordinates: onGround(place) },
      style: { stroke: '#ffffff', width: 2.5, fill: '#0b6e8fcc', radius: 9 },
    })),
    labels: [],
  };
}

function onGround({ position }: PanoramicPlace): Position {
  return [position[0], position[1]];
}
