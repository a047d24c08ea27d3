import { BehaviorSubject, distinctUntilChanged, map, merge } from 'rxjs';
import { direct, inverse } from '#core/geodesy';
import { Lifetime, serviceToken, type Disposable } from '#core/kernel';
import {
  onEachView,
  type Gesture,
  type MapView,
  type Sketch,
  type SketchShape,
  type Views,
} from '#core/mapview';
import type { Geometry, PhotoRow, Position } from '#core/protocol';
import type { Projects } from '#core/project';
import type { Tools } from '#core/tools';
import type { OpenedFile } from './opened-file.ts';
import type { PhotoList } from './photo-list.ts';

const SLOT = 'photos';
/** Nearer than this, photos are drawn as one, CSS pixels. */
const CELL = 26;
/** Length of a direction, CSS pixels, and its width where the lens is not known, degrees. */
const CONE = 30;
const LENS = 50;
/** Greatest distance of a click from a photo, CSS pixels. */
const NEAR = 14;
const COLOUR = { own: '#1697a6', found: '#d55e00' } as const;

/** What clicks on the map set: of a photo, or without one a place whose photos are searched. */
export interface Aiming {
  readonly photo: Pick<PhotoRow, 'name' | 'heading'> | undefined;
  readonly position: Position | undefined;
}

/** The photos of the project on the map, each with its direction; a press on one opens it. */
export class PhotoLayer {
  /** While a photo is placed by two clicks: where it was taken, then what it looks at. */
  readonly aiming$ = new BehaviorSubject<Aiming | undefined>(undefined);
  readonly #views: Views;
  readonly #list: PhotoList;
  readonly #opened: Pick<OpenedFile, 'open'>;
  readonly #tools: Pick<Tools, 'active'>;
  readonly #projects: Pick<Projects, 'current'>;
  #placed: ((position: [number, number], heading: number) => void) | undefined;

  constructor(
    views: Views,
    list: PhotoList,
    opened: Pick<OpenedFile, 'open'>,
    tools: Pick<Tools, 'active'>,
    projects: Pick<Projects, 'current'>,
  ) {
    this.#views = views;
    this.#list = list;
    this.#opened = opened;
    this.#tools = tools;
    this.#projects = projects;
    onEachView(views, (view) => this.#begin(view));
  }

  get aiming(): Aiming | undefined {
    return this.aiming$.value;
  }

  /** Moves the map to a photo, or to all of them. */
  fly(photos: readonly PhotoRow[]): void {
    const places = photos.flatMap(({ position }) => (position ? [position] : []));
    const [first] = places;
    if (!first) return;
    const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
    const extent = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
    if (extent[0] === extent[2] && extent[1] === extent[3]) this.#views.active?.fly(first, { zoom: 19 });
    else this.#views.active?.fly([...extent]);
  }

  /** Asks for two clicks: where the photo was taken, and what it looks at. */
  aim(
    photo: Pick<PhotoRow, 'name' | 'heading'>,
    placed: (position: [number, number], heading: number) => void,
  ): void {
    this.#placed = placed;
    this.aiming$.next({ photo, position: undefined });
  }

  /** Asks for one click: the place whose photos are searched. */
  choosePlace(): void {
    this.aiming$.next({ photo: undefined, position: undefined });
  }

  stopAiming(): void {
    this.aiming$.next(undefined);
  }

  #begin(view: MapView) {
    if (view.kind !== '2d' && view.kind !== '3d') return undefined;
    const lifetime = new Lifetime();
    let pointer: Position | undefined;
    const draw = () => view.show(this.#picture(view, pointer), SLOT);
    const following = merge(this.#list.drawn$, view.camera$, this.aiming$).subscribe(draw);
    lifetime.add({ dispose: () => following.unsubscribe() });
    lifetime.add(
      view.listen(({ kind, pixel }) => {
        if (kind === 'click' && this.#isFree) this.#open(view, pixel);
      }),
    );
    // Only while something is aimed at: the newest listener can keep a click from the tool that is in use.
    let taking: Disposable | undefined;
    const take = (gesture: Gesture): boolean => {
      if (gesture.kind === 'click') this.#click(gesture.position);
      if (gesture.kind !== 'move') return gesture.kind === 'click';
      pointer = gesture.position;
      draw();
      return false;
    };
    const aiming = this.aiming$.pipe(map(Boolean), distinctUntilChanged()).subscribe((isAiming) => {
      taking?.dispose();
      taking = isAiming ? view.listen(take) : undefined;
    });
    lifetime.add(() => {
      aiming.unsubscribe();
      taking?.dispose();
    });
    return lifetime;
  }

  /** Photos of a project that was left are on no map. */
  get #isShown(): boolean {
    const { isOnMap, projectId } = this.#list;
    return isOnMap && projectId === this.#projects.current?.project.id;
  }

  /** A tool that draws or measures gets the clicks alone. */
  get #isFree(): boolean {
    const id = this.#tools.active?.id;
    return this.#isShown && (id === undefined || id.startsWith('selection.'));
  }

  #click(position: Position | undefined): void {
    if (!this.aiming || !position) return;
    const { photo, position: camera } = this.aiming;
    const at: [number, number] = [position[0], position[1]];
    if (!photo) {
      this.stopAiming();
      return void this.#list.find({ at });
    }
    if (!camera) return this.aiming$.next({ photo, position: at });
    const { azimuth, distance } = inverse(camera, at);
    this.stopAiming();
    this.#placed?.([camera[0], camera[1]], distance > 0 ? azimuth : (photo.heading ?? 0));
  }

  #open(view: MapView, pixel: readonly [number, number]): void {
    let best: { photo: PhotoRow; off: number } | undefined;
    const { shown, projectId } = this.#list;
    for (const photo of shown) {
      const at = photo.position && view.toPixel(photo.position);
      if (!at) continue;
      const off = Math.hypot(at[0] - pixel[0], at[1] - pixel[1]);
      if (off <= NEAR && off < (best?.off ?? Infinity)) best = { photo, off };
    }
    if (best && projectId !== undefined)
      this.#opened.open(
        best.photo.id,
        projectId,
        shown.map(({ id }) => id),
      );
  }

  #picture(view: MapView, pointer: Position | undefined): Sketch | undefined {
    const { shown, rows } = this.#list;
    const shapes: SketchShape[] = [];
    const { aiming } = this;
    if (this.#isShown) {
      const found = new Set(
        [...rows.top, ...rows.bottom].filter(({ sees }) => sees !== false).map(({ id }) => id),
      );
      for (const { photo, count } of thinned(view, shown))
        shapes.push(...shapesOf(photo, count, view.camera.resolution, found.has(photo.id)));
    }
    const { place } = this.#list;
    if (place && 'at' in place)
      shapes.push({
        geometry: { type: 'Point', coordinates: [...place.at] },
        style: { stroke: '#ffffff', width: 2, fill: COLOUR.found, radius: 7 },
      });
    if (aiming?.position) {
      const to = pointer ?? aiming.position;
      shapes.push(
        {
          geometry: { type: 'LineString', coordinates: [aiming.position, to] },
          style: { stroke: COLOUR.found, width: 2 },
        },
        {
          geometry: { type: 'Point', coordinates: aiming.position },
          style: { stroke: COLOUR.found, fill: COLOUR.found, radius: 6 },
        },
      );
    }
    return shapes.length > 0 ? { shapes } : undefined;
  }
}

/** Those in view, of each place only the first; with how many there are. */
function thinned(view: MapView, photos: readonly PhotoRow[]): Iterable<{ photo: PhotoRow; count: number }> {
  const [west, south, east, north] = view.camera.extent;
  const cells = new Map<string, { photo: PhotoRow; count: number }>();
  for (const photo of photos) {
    if (!photo.position) continue;
    const [x, y] = photo.position;
    if (y < south || y > north || (west <= east ? x < west || x > east : x < west && x > east)) continue;
    const pixel = view.toPixel(photo.position);
    if (!pixel) continue;
    const key = `${Math.floor(pixel[0] / CELL)} ${Math.floor(pixel[1] / CELL)}`;
    const cell = cells.get(key);
    if (cell) cell.count++;
    else cells.set(key, { photo, count: 1 });
  }
  return cells.values();
}

function shapesOf(photo: PhotoRow, count: number, resolution: number, isFound: boolean): SketchShape[] {
  const colour = isFound ? COLOUR.found : COLOUR.own;
  const position = photo.position!;
  const point: SketchShape = {
    geometry: { type: 'Point', coordinates: position },
    style: { stroke: '#ffffff', width: 1.5, fill: colour, radius: count > 1 ? 8 : 5.5 },
  };
  const ground = count > 1 ? undefined : footprint(photo);
  if (ground)
    return [
      { geometry: ground, style: { stroke: colour, width: 1, fill: `${colour}22` }, dashed: true },
      point,
    ];
  // Of several, each looks elsewhere; straight down, no direction is drawn.
  if (count > 1 || photo.heading === null || (photo.pitch !== null && photo.pitch < -75)) return [point];
  const half = Math.min(60, (photo.fieldOfView ?? LENS) / 2);
  const metres = CONE * resolution;
  const edge = [-half, -half / 2, 0, half / 2, half].map((off) =>
    direct(position, photo.heading! + off, metres),
  );
  const cone: SketchShape = {
    geometry: { type: 'Polygon', coordinates: [[position, ...edge, position]] },
    style: { stroke: colour, width: 1, fill: `${colour}55` },
  };
  return [cone, point];
}
/** What a camera that looks straight down sees of level ground; undefined where its pose or lens is not known. */
function footprint(photo: PhotoRow): Geometry | undefined {
  const { position, heading, pitch, fieldOfView, aspect, heightAboveStart: height } = photo;
  if (!position || heading === null || pitch === null || pitch > -75) return undefined;
  if (fieldOfView === null || aspect === null || height === null || height <= 0) return undefined;
  const across = height * Math.tan((fieldOfView * Math.PI) / 360);
  const along = across * aspect;
  const [radius, corner] = [Math.hypot(across, along), (Math.atan2(across, along) * 180) / Math.PI];
  const corners = [corner, 180 - corner, 180 + corner, 360 - corner];
  const ring = corners.map((off) => direct(position, heading + off, radius));
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}
export const PHOTO_LAYER = serviceToken<PhotoLayer>('documents.PhotoLayer');
