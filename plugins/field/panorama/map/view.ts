import { BehaviorSubject, type Observable } from 'rxjs';
import { CameraInput, CanvasView, ViewerLayers } from '#core/canvas';
import type { Extent, ProjectDocument } from '#core/document';
import { direct, type Vector } from '#core/geodesy';
import type { Camera, FlyOptions, LayerState, Pixel } from '#core/mapview';
import type { BlurRegion, PanoramicPlace, PictureMark, Position } from '#core/protocol';
import type { WorkspaceMap } from '#plugins/work/map-2d/api';
import type { PanoramaView } from '../api.ts';
import { LocalFrame } from '../model/local-frame.ts';
import type { Pictures } from '../model/pictures.ts';
import {
  bearingOf,
  directionInPicture,
  placeInPicture,
  rotationOfPlace,
  turned,
  turnedBack,
  type Rotation,
} from '../model/pose.ts';
import { Projection } from '../model/projection.ts';
import type { Around } from '../model/around/surroundings.ts';
import { PanoramaPen } from './pen.ts';
import { seenOf, type SeenObject } from './seen-object.ts';
import { Sphere } from './sphere.ts';
import './map.css';

const MAX_OVERLAY_HIGHLIGHTS = 2_000;
/** Metres: what has no height is taken to be this far below the camera. */
const ABOVE_GROUND = 2;
/** Metres beyond which objects are not drawn, and the most of them: the nearest matter. */
const SEEN = 200;
const MOST = 5_000;
/** Metres beyond which a pixel on the ground has no position. */
const HORIZON = 500;
/** Of the map that shows the same place. */
const FIRST_ZOOM = 19;
/** Metres from which another place is not looked at but left to the maps. */
const FAR = 1_000;
/** Zoom levels of a pixel of the wheel. */
const WHEEL = 1 / 400;
const RADIANS = Math.PI / 180;

interface Standing {
  readonly place: PanoramicPlace;
  readonly frame: LocalFrame;
  /** Whether the height of the camera is known; else only what is on the ground can be drawn. */
  readonly isHigh: boolean;
  readonly rotation: Rotation;
}

/** The map view into a panorama. */
export class MapViewPanorama extends CanvasView<ViewerLayers> implements PanoramaView, WorkspaceMap {
  readonly id = 'panorama';
  readonly kind = 'panorama';
  readonly attribution$ = new BehaviorSubject('');
  readonly #sphere: Sphere;
  readonly #camera: BehaviorSubject<Camera>;
  readonly #sight = new BehaviorSubject({ heading: 0, pitch: 0, width: 90 });
  readonly sight$ = this.#sight.asObservable();
  #standing: Standing | undefined;
  #objects: readonly SeenObject[] | undefined;
  #hidden: ReadonlySet<string> = new Set();
  #projection: Projection | undefined;
  #zoom = FIRST_ZOOM;
  #outlined: readonly BlurRegion[] = [];
  #marks: readonly PictureMark[] = [];
  #hides: Around['hides'] | undefined;

  constructor(element: HTMLElement, document: ProjectDocument, pictures: Pictures) {
    super(element, document, new ViewerLayers(), {
      prefix: 'panorama',
      maxHighlights: MAX_OVERLAY_HIGHLIGHTS,
    });
    const container = window.document.createElement('div');
    container.className = 'panorama-sphere';
    element.append(container);
    this.lifetime.add(() => container.remove());
    this.#sphere = this.lifetime.add(new Sphere(container, pictures));
    this.#camera = new BehaviorSubject(this.#cameraAt([0, 0]));
    element.append(this.overlay.element);
    this.lifetime.add(() => this.overlay.element.remove());
    this.attach(container);
    this.lifetime.add(
      new CameraInput(container, {
        drag: (right, down) => this.pan(-right, -down),
        pinch: ({ levels }) => this.zoomBy(levels),
        wheel: (pixels) => this.zoomBy(-pixels * WHEEL),
      }),
    );
    const following = this.#sphere.drawn$.subscribe(() => this.#drawn());
    following.add(document.changes$.subscribe(() => this.#forget()));
    this.lifetime.add(() => following.unsubscribe());
  }

  protected override get cameraMoves() {
    return {
      camera$: this.#camera as Observable<Camera>,
      camera: this.#camera.value,
      size: this.#sphere.size,
      fly: (to: Position | Extent, options?: FlyOptions) => this.#fly(to, options),
      pan: (right: number, down: number) => this.#pan(right, down),
      zoomBy: (levels: number) => this.#sphere.look({ field: this.#sphere.eye.field / 2 ** levels }),
    };
  }

  get place(): PanoramicPlace | undefined {
    return this.#standing?.place;
  }
  /** Whether objects with heights cannot be drawn, because the height of the camera is unknown. */
  get lacksHeight(): boolean {
    return this.#standing?.isHigh === false;
  }
  get first(): Extent | undefined {
    return this.#standing && this.#camera.value.extent;
  }

  /** Rejects when it cannot be loaded; false when a newer call has taken its place. */
  async enter(place: PanoramicPlace): Promise<boolean> {
    if (!(await this.#sphere.show(place))) return false;
    const before = this.#standing?.place;
    const [longitude, latitude, height] = place.position;
    this.#standing = {
      place,
      frame: new LocalFrame([longitude, latitude, height ?? 0]),
      isHigh: height !== undefined,
      rotation: rotationOfPlace(place),
    };
    // At first as the camera looked.
    if (!before) this.#sphere.look({ yaw: (place.heading ?? 0) * RADIANS, pitch: 0 });
    this.#forget();
    this.#camera.next(this.#cameraAt(place.position));
    return true;
  }

  preload(place: PanoramicPlace): void {
    this.#sphere.preload(place);
  }

  toPixel(position: Position): Pixel | undefined {
    const place = this.#placeOf(position);
    return place && this.#seen.toPixel(place);
  }

  /** On the level ground below the camera, or at a height; undefined at and above the horizon. */
  toPosition(pixel: Pixel, height?: number): Position | undefined {
    const { frame, isHigh } = this.#standing ?? {};
    if (!frame) return undefined;
    const up = height === undefined || !isHigh ? -ABOVE_GROUND : height - frame.place[2]!;
    const direction = this.#seen.toDirection(pixel);
    const distance = up / direction[2];
    if (!(distance > 0) || distance > HORIZON) return undefined;
    const [longitude, latitude, high] = frame.toPosition(
      direction.map((value) => value * distance) as unknown as Vector,
    );
    return isHigh ? [longitude, latitude, high] : [longitude, latitude];
  }

  rayAt(pixel: Pixel): ReturnType<PanoramaView['rayAt']> {
    const { place, frame } = this.#standing ?? {};
    return place && frame && { place, direction: frame.inSpace(this.#seen.toDirection(pixel)) };
  }

  pictureAt(pixel: Pixel): readonly [number, number] | undefined {
    const { rotation } = this.#standing ?? {};
    return rotation && placeInPicture(turnedBack(rotation, this.#seen.toDirection(pixel)));
  }

  lookInto([across, down]: readonly [number, number]): void {
    const { rotation } = this.#standing ?? {};
    if (rotation) this.#sphere.look(bearingOf(turned(rotation, directionInPicture(across, down))));
  }

  outline(regions: readonly BlurRegion[]): void {
    this.#outlined = regions;
    this.redraw();
  }

  /** What is known around the camera: draws what is wanted of it, and hides objects behind it. */
  showAround(
    around: Around | undefined,
    drawn: { readonly points: boolean; readonly edges: boolean; readonly hides: boolean },
  ): void {
    const here = around?.placeId === this.place?.id ? around : undefined;
    this.#sphere.space.show(here, drawn);
    this.#hides = drawn.hides ? here?.hides : undefined;
    this.#forget();
  }

  showMarks(marks: readonly PictureMark[]): void {
    this.#marks = marks;
    this.redraw();
  }

  /** Turns so that a place is in the middle. */
  lookAt(position: Position): void {
    const place = this.#placeOf(position);
    if (place) this.#sphere.look(bearingOf(place));
  }

  lookTo(heading: number): void {
    this.#sphere.look({ yaw: heading * RADIANS });
  }

  /** What is under a pixel may be anywhere along its ray. */
  groundBehind(pixel: Pixel): readonly Position[] {
    const { frame } = this.#standing ?? {};
    if (!frame) return [];
    const [east, north] = this.#seen.toDirection(pixel);
    const level = Math.hypot(east, north);
    if (level < 1e-6) return [[frame.place[0], frame.place[1]]];
    return [0, SEEN].map((metres) => {
      const [longitude, latitude] = frame.toPosition([(east / level) * metres, (north / level) * metres, 0]);
      return [longitude, latitude];
    });
  }

  setLayers(layers: readonly LayerState[]): void {
    this.typeLayers.layers = layers;
    this.#forget();
  }

  redraw(): void {
    this.#sphere.redraw();
  }

  override dispose(): void {
    super.dispose();
    this.attribution$.complete();
    this.#camera.complete();
    this.#sight.complete();
  }

  protected override hide(ids: ReadonlySet<string>): void {
    this.#hidden = ids;
    this.#forget();
  }

  get #seen(): Projection {
    this.#projection ??= new Projection(this.#sphere.eye, this.#sphere.size);
    return this.#projection;
  }

  #forget(): void {
    this.#objects = undefined;
    this.redraw();
  }

  #drawn(): void {
    this.#projection = undefined;
    const { yaw, pitch, field } = this.#sphere.eye;
    const [width, height] = this.size;
    const wide = 2 * Math.atan((Math.tan(field / 2) * width) / height);
    const sight = { heading: yaw / RADIANS, pitch: pitch / RADIANS, width: wide / RADIANS };
    if (JSON.stringify(sight) !== JSON.stringify(this.#sight.value)) {
      this.#sight.next(sight);
      if (this.#standing) this.#camera.next(this.#cameraAt(this.#standing.place.position));
    }
    const ratio = window.devicePixelRatio || 1;
    const seen = {
      projection: this.#seen,
      place: (position: Position) => this.#placeOf(position),
      objects: (this.#objects ??= this.#collect()),
      outlines: this.#outlined.map((region) => this.#directionsOf([...region, region[0]!])),
      marks: this.#marks.map((mark) => ({ mark, places: this.#directionsOf(mark.points) })),
    };
    this.drawOverlay(
      { size: this.size, ratio },
      (context, colours) => new PanoramaPen(context, ratio, colours, seen),
    );
  }

  /** Of places in the picture: east, north and up. */
  #directionsOf(places: readonly (readonly [number, number])[]): Vector[] {
    const { rotation } = this.#standing ?? {};
    if (!rotation) return [];
    return places.map(([across, down]) => turned(rotation, directionInPicture(across, down)));
  }

  #placeOf(position: Position): Vector | undefined {
    const { frame, isHigh } = this.#standing ?? {};
    if (!frame) return undefined;
    if (position[2] !== undefined && isHigh) return frame.toLocal(position);
    // Its height cannot be told from that of the camera.
    if (position[2] !== undefined && position[2] !== 0) return undefined;
    const [east, north] = frame.toLocal([position[0], position[1], frame.place[2]!]);
    return [east, north, -ABOVE_GROUND];
  }

  #collect(): readonly SeenObject[] {
    const objects: SeenObject[] = [];
    if (!this.#standing) return objects;
    const around = extentAround(this.#standing.place.position, SEEN);
    for (const id of this.document.index.search(around)) {
      const object = this.document.get(id);
      if (!object || this.#hidden.has(id) || !this.typeLayers.isDrawn(object)) continue;
      objects.push({
        style: this.typeLayers.symbolOf(object),
        opacity: this.typeLayers.layerOf(object.typeName)?.opacity ?? 1,
        ...seenOf(object.location, (position) => this.#placeOf(position), this.#hides),
      });
      if (objects.length === MOST) break;
    }
    return objects;
  }

  #pan(right: number, down: number): void {
    const { yaw, pitch, field } = this.#sphere.eye;
    const turn = field / this.size[1];
    this.#sphere.look({
      yaw: yaw + (right * turn) / Math.max(0.2, Math.cos(pitch)),
      pitch: Math.max(-Math.PI / 2, Math.min(Math.PI / 2, pitch - down * turn)),
    });
  }

  /** Looks there; the panorama stays. A direction is taken as it is. */
  #fly(to: Position | Extent, { zoom, heading, tilt }: FlyOptions = {}): void {
    if (zoom !== undefined) this.#zoom = zoom;
    if (heading !== undefined)
      this.#sphere.look({
        yaw: heading * RADIANS,
        ...(tilt === undefined ? {} : { pitch: (tilt - 90) * RADIANS }),
      });
    const { frame } = this.#standing ?? {};
    if (!frame || heading !== undefined) return;
    const middle: Position =
      to.length === 4
        ? [(to[0] + to[2]) / 2, (to[1] + to[3]) / 2]
        : ([to[0], to[1], ...to.slice(2)] as never);
    const place = this.#placeOf(middle);
    const away = place ? Math.hypot(...place) : 0;
    if (place && away > ABOVE_GROUND + 0.5 && away < FAR) this.#sphere.look(bearingOf(place));
  }

  #cameraAt([longitude, latitude]: Position | PanoramicPlace['position']): Camera {
    const { heading, pitch } = this.#sight.value;
    const extent = extentAround([longitude, latitude], SEEN);
    const resolution = (156_543.03392 * Math.cos(latitude * RADIANS)) / 2 ** this.#zoom;
    return { center: [longitude, latitude], extent, zoom: this.#zoom, resolution, heading, tilt: 90 + pitch };
  }
}

function extentAround(place: readonly number[], metres: number): Extent {
  const at: Position = [place[0]!, place[1]!];
  return [
    direct(at, 270, metres)[0],
    direct(at, 180, metres)[1],
    direct(at, 90, metres)[0],
    direct(at, 0, metres)[1],
  ];
}
