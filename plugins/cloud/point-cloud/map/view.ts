import { BehaviorSubject, Subject, type Observable } from 'rxjs';
import { Box3, Matrix4, Raycaster, Vector2, Vector3 } from 'three';
import { CanvasView, currentTheme, SceneControls, ScenePen, ViewerLayers } from '#core/canvas';
import type { HeightSystem } from '#core/geodesy';
import type { Extent, ProjectDocument } from '#core/document';
import type { Disposable } from '#core/kernel';
import {
  pickObjects,
  type ExactVertices,
  type Gesture,
  type Hit,
  type LayerState,
  type Pixel,
} from '#core/mapview';
import type { PointsIn, Position } from '#core/protocol';
import type {
  CloudAttribute,
  CloudCameraMode,
  CloudColour,
  CloudCoordinates,
  CloudLook,
  CloudRay,
  CloudSection,
  CloudView,
  LoadedPoint,
  ShownCloud,
} from '../api.ts';
import type { SceneQuality } from '../model/budget.ts';
import { ClipTest } from '../model/clips.ts';
import type { NodeDeviations } from '../model/deviations.ts';
import type { ExactPoints } from '../model/exact.ts';
import type { CloudFrame } from '../model/frame.ts';
import type { CloudPlacing } from '../model/placing.ts';
import { GroundGrid } from '../model/ground-grid.ts';
import type { CloudSource } from '../model/source.ts';
import { CloudCamera } from './cloud-camera.ts';
import type { CloudNode } from './cloud-node.ts';
import { DrawnCloud } from './drawn-cloud.ts';
import { Eye } from './eye.ts';
import { pickPoint, type HitPoint } from './pick-points.ts';
import { SceneObjects } from './scene-objects.ts';
import { CloudScene } from './scene.ts';
import './map.css';

const MAX_OVERLAY_HIGHLIGHTS = 2_000;
/** The right button moves, and Ctrl turns the camera also while a tool is active. */
const MAP_DRAGS = {
  rightButton: true,
  startsWith: (event: PointerEvent) => event.ctrlKey && !event.shiftKey,
};
const BACKGROUNDS = { light: '#eef1f3', dark: '#14181b' } as const;
/** Rows and columns of the levels of the ground that are made from the first nodes. */
const GROUND_LEVELS = 2;

export interface CloudViewOptions {
  readonly frame: CloudFrame;
  /** The scene's origin, in the coordinates of the view: numbers of graphics cards are short. */
  readonly origin: CloudCoordinates;
  readonly quality: SceneQuality;
  /** As the stage knows it. */
  readonly cloudOf: (id: string) => ShownCloud | undefined;
  /** Points at full resolution. */
  readonly exact: ExactPoints;
  readonly normalsOf: (positions: Float32Array) => Promise<Float32Array>;
  readonly deviations: NodeDeviations;
  /** Called with the classes of points that have been loaded. */
  readonly seen: (classes: Iterable<number>) => void;
}

/** The map view on three.js and potree-core. */
export class MapViewCloud extends CanvasView<ViewerLayers> implements CloudView {
  readonly id = 'point-cloud';
  readonly kind = 'cloud';
  readonly attribution$ = new BehaviorSubject('');
  readonly spread$ = new Subject<void>();
  readonly cut$ = new Subject<void>();
  protected override readonly cameraMoves: CloudCamera;
  readonly #scene: CloudScene;
  readonly #eye = new Eye();
  readonly #frame: CloudFrame;
  readonly #origin: Vector3;
  readonly #objects: SceneObjects;
  readonly #cloudOf: CloudViewOptions['cloudOf'];
  readonly #seen: CloudViewOptions['seen'];
  readonly #quality: SceneQuality;
  readonly #exact: ExactPoints;
  readonly #computed: Pick<CloudViewOptions, 'normalsOf' | 'deviations'>;
  #ground: GroundGrid | undefined;
  #look: CloudLook | undefined;
  #clips = new ClipTest([], 'off');
  #section: CloudSection | undefined;
  #pointSize = 0.15;
  #picked: { readonly key: string; readonly hit: HitPoint | undefined } | undefined;
  #bounds = { middle: new Vector3(), diameter: 100 };
  #matrix: Matrix4 | undefined;

  /** Throws when the browser has no WebGL 2. */
  constructor(element: HTMLElement, document: ProjectDocument, options: CloudViewOptions) {
    super(element, document, new ViewerLayers(), { prefix: 'cloud', maxHighlights: MAX_OVERLAY_HIGHLIGHTS });
    this.#frame = options.frame;
    this.#origin = new Vector3(...options.origin);
    this.#cloudOf = options.cloudOf;
    this.#seen = options.seen;
    this.#quality = options.quality;
    this.#exact = options.exact;
    this.#computed = options;
    this.lifetime.add(this.listen((gesture) => this.#remember(gesture)));
    this.#scene = this.lifetime.add(new CloudScene(element, this.#eye, options.quality));
    this.cameraMoves = this.lifetime.add(
      new CloudCamera(this.#eye, {
        frame: this.#frame,
        origin: options.origin,
        groundAt: (x, y) => this.#ground?.heightAt(x, y) ?? this.#bounds.middle.z,
        meet: (pixel) => this.#meet(pixel),
        bounds: this.#bounds,
        redraw: () => this.redraw(),
      }),
    );
    this.#objects = this.lifetime.add(
      new SceneObjects({
        document,
        layers: this.typeLayers,
        place: (position) => this.#placeOf(position),
        redraw: () => this.#scene.redraw(),
      }),
    );
    this.#scene.scene.add(this.#objects.group);
    element.append(this.overlay.element);
    this.lifetime.add(() => this.overlay.element.remove());
    this.attach(this.#scene.canvas, MAP_DRAGS);
    this.lifetime.add(new SceneControls(this.#scene.canvas, this.cameraMoves));
    const following = this.#scene.frame$.subscribe((now) => {
      if (this.cameraMoves.tick(now)) this.redraw();
    });
    following.add(this.#scene.drawn$.subscribe(() => this.#drawOverlay()));
    this.lifetime.add(() => following.unsubscribe());
    this.#scene.run((size) => {
      this.#objects.size = size;
      this.cameraMoves.resize(size);
    });
    this.onTheme();
  }

  get stopped$(): Observable<unknown> {
    return this.#scene.stopped$;
  }
  get crs(): string {
    return this.#frame.crs;
  }
  get heightSystem(): HeightSystem | undefined {
    return this.#frame.heights;
  }
  get unit(): number {
    return this.#frame.unit;
  }
  get mode$(): Observable<CloudCameraMode> {
    return this.cameraMoves.mode$;
  }
  get mode(): CloudCameraMode {
    return this.#eye.mode;
  }
  get section(): CloudSection | undefined {
    return this.#section;
  }
  get drawn$(): CloudView['drawn$'] {
    return this.#scene.points$;
  }
  /** True once everything in view is loaded and drawn. */
  get settled(): boolean {
    return this.#scene.settled;
  }

  setMode(mode: CloudCameraMode): void {
    if (mode !== 'section' && this.#section) this.setSection(undefined);
    this.cameraMoves.setMode(mode);
  }

  setSection(section: CloudSection | undefined): void {
    if (section === undefined && this.#section === undefined) return;
    const before = this.#section;
    this.#section = section;
    this.#cut();
    if (!section) return this.cameraMoves.setMode('orbit');
    const { from, to } = section;
    const [east, north] = before ? [from[0] - before.from[0], from[1] - before.from[1]] : [0, 0];
    if (before && Math.hypot(to[0] - before.to[0] - east, to[1] - before.to[1] - north) < 1e-6) {
      // Moved alongside: scale and place stay.
      this.#eye.target.add(new Vector3(east, north, 0));
      return this.cameraMoves.moved();
    }
    const heading = (Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI - 90;
    this.#eye.target.set(
      (from[0] + to[0]) / 2 - this.#origin.x,
      (from[1] + to[1]) / 2 - this.#origin.y,
      this.#bounds.middle.z,
    );
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    this.#eye.resolution = (length * 1.1) / Math.max(1, this.size[0]);
    this.cameraMoves.setMode('section', (heading + 360) % 360);
  }

  get eye(): CloudView['eye'] {
    return {
      at: this.#eye.position.add(this.#origin).toArray(),
      direction: this.#eye.direction.toArray(),
    };
  }

  toCloud(position: Position): CloudCoordinates {
    if (position[2] !== undefined) return this.#frame.toCloud(position);
    const [x, y] = this.#frame.toCloud(position);
    const height = this.#groundAt(x - this.#origin.x, y - this.#origin.y);
    return [x, y, height + this.#origin.z];
  }
  fromCloud(coordinates: CloudCoordinates): Position {
    return this.#frame.fromCloud(coordinates);
  }

  keeps(position: Position): boolean {
    return this.#clips.keeps(...this.toCloud(position));
  }

  toPixel(position: Position): Pixel | undefined {
    const place = this.#placeOf(position);
    return place && this.#pixelOf(place);
  }

  /** On the points; where there are none, on the ground. */
  toPosition(pixel: Pixel, height?: number): Position | undefined {
    if (height !== undefined) {
      const place = this.#atHeight(pixel, this.#upOf(height) - this.#origin.z);
      return place && this.#positionOf(place);
    }
    const hit = this.#hitAt(pixel);
    if (hit) return this.fromCloud(hit.cloud.coordinatesOf(hit.node, hit.index));
    const place = this.#atHeight(pixel, this.#groundAt(this.#eye.target.x, this.#eye.target.y));
    return place && this.#positionOf(place);
  }

  heightAt(pixel: Pixel, place: Position): number | undefined {
    const foot = this.#placeOf(place);
    if (!foot) return undefined;
    const { origin, direction } = this.#ray(pixel);
    const apart = 1 - direction.z * direction.z;
    if (apart < 1e-3) return undefined;
    const from = origin.clone().sub(foot);
    const up = (from.z - from.dot(direction) * direction.z) / apart;
    const { x, y, z } = foot.clone().add(this.#origin);
    return this.#frame.fromCloud([x, y, z + up])[2];
  }

  groundBehind(pixel: Pixel): readonly Position[] {
    const box = this.#scene.clouds.reduce<{ min: number; max: number } | undefined>(
      (all, { box: { min, max } }) => ({
        min: Math.min(all?.min ?? Infinity, min.z),
        max: Math.max(all?.max ?? -Infinity, max.z),
      }),
      undefined,
    );
    if (!box) return [];
    const hit = this.#hitAt(pixel);
    const seen = hit ? [this.fromCloud(hit.cloud.coordinatesOf(hit.node, hit.index))] : [];
    const heights = [box.min, box.max].flatMap((height) => this.#atHeight(pixel, height) ?? []);
    return [...seen, ...heights.map((place) => this.#positionOf(place))].map(([longitude, latitude]) => [
      longitude,
      latitude,
    ]);
  }

  rayAt(pixel: Pixel): CloudRay {
    const { origin, direction } = this.#ray(pixel);
    const [height, camera] = [Math.max(1, this.size[1]), this.#eye.camera];
    const spread = 'fov' in camera ? (camera.fov * Math.PI) / 180 / height / 2 : 0;
    return {
      origin: origin.add(this.#origin).toArray(),
      direction: direction.toArray(),
      spread,
      radius: spread === 0 ? this.#eye.resolution / 2 : 0,
    };
  }

  pointAt(pixel: Pixel, tolerance?: number): LoadedPoint | undefined {
    const hit = this.#hitAt(pixel, tolerance);
    const cloud = hit && this.#cloudOf(hit.cloud.id);
    if (!hit || !cloud) return undefined;
    const points = hit.node.points!;
    const { index } = hit;
    const coordinates = hit.cloud.coordinatesOf(hit.node, hit.index);
    const { times } = hit.cloud.source;
    return {
      cloud,
      coordinates,
      position: this.fromCloud(coordinates),
      depth: hit.depth,
      spacing: hit.spacing,
      colour:
        points.colours && hit.cloud.source.hasColour
          ? [points.colours[3 * index]!, points.colours[3 * index + 1]!, points.colours[3 * index + 2]!]
          : undefined,
      intensity: points.intensity[index]!,
      classification: points.classification[index]!,
      returnNumber: points.returnNumber[index]!,
      numberOfReturns: points.numberOfReturns[index]!,
      source: points.source[index]!,
      gpsTime: points.time && times ? points.time[index]! + times[0] : undefined,
    };
  }

  exact(vertices: readonly Position[]): Promise<ExactVertices | undefined> {
    return this.#exact.of(vertices);
  }

  pick(pixel: Pixel, tolerance?: number): Hit[] {
    return pickObjects({
      view: this,
      document: this.document,
      pixel,
      ...(tolerance === undefined ? {} : { tolerance }),
      accepts: (object) => this.typeLayers.isPickableObject(object),
    });
  }

  setLayers(layers: readonly LayerState[]): void {
    this.typeLayers.layers = layers;
    this.#objects.change();
  }

  redraw(): void {
    this.#matrix = undefined;
    this.#picked = undefined;
    this.#scene.redraw();
  }

  /** Draws a cloud where it is placed. */
  add(
    id: string,
    source: CloudSource,
    placing: CloudPlacing,
    events: { first(): void; failed(error: unknown): void },
  ): void {
    const cloud: DrawnCloud = new DrawnCloud(
      id,
      source,
      placing,
      this.#origin,
      this.#scene.potree,
      this.#computed,
      {
        loaded: (node) => {
          this.#loaded(cloud, node);
          this.#seen(new Set(node.points?.classification));
          if (node.level === 0) {
            events.first();
            this.#applyLook();
            this.spread$.next();
          }
        },
        failed: (error) => events.failed(error),
      },
    );
    this.#scene.add(cloud);
    this.#measure();
    cloud.cut(this.#clips);
    this.#applyLook();
    // The octree is loaded by frames, which draw on request.
    this.redraw();
  }

  remove(id: string): void {
    const cloud = this.#scene.clouds.find((one) => one.id === id);
    if (cloud) this.#scene.remove(cloud);
    this.#measure();
  }

  /** Shows a cloud elsewhere than it is; undefined: where it is. */
  showAt(id: string, placing: CloudPlacing | undefined): void {
    this.#scene.clouds.find((one) => one.id === id)?.showAt(placing);
    this.redraw();
  }

  has(id: string): boolean {
    return this.#scene.clouds.some((one) => one.id === id);
  }

  /** Around its clouds; undefined before any. */
  get first(): Extent | undefined {
    if (this.#scene.clouds.length === 0) return undefined;
    const { min, max } = this.#scene.clouds.reduce((all, { box }) => all.union(box), new Box3());
    const corners = [new Vector3(min.x, min.y), new Vector3(max.x, min.y), new Vector3(min.x, max.y), max];
    const places = corners.map((corner) => this.#positionOf(corner));
    const [longitudes, latitudes] = [places.map(([x]) => x), places.map(([, y]) => y)];
    return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
  }

  set look(look: CloudLook) {
    const before = this.#look;
    this.#look = look;
    if (before?.clips !== look.clips || before.clipMode !== look.clipMode) this.#cut();
    this.#scene.depthShading = look.depthShading && this.#quality !== 'phone';
    this.#applyLook();
  }

  /** Metres. */
  set pointSize(metres: number) {
    this.#pointSize = metres;
    this.#applyLook();
  }
  set step(metres: number) {
    this.cameraMoves.step = metres;
  }

  /** The query of calls on the points of a cloud, so that regions and answers are in the coordinates of the view. */
  pointsIn(cloudId: string): PointsIn | undefined {
    const cloud = this.#scene.clouds.find((one) => one.id === cloudId);
    if (!cloud?.placing.isElsewhere) return undefined;
    const { crs, heights, unit, heightUnit } = this.#frame;
    const { code } = heights?.vertical ?? {};
    return { crs, ...(code && { heights: code }), unit, heightunit: heightUnit };
  }

  get heights(): readonly [number, number] | undefined {
    const range = this.#heights;
    if (!range) return undefined;
    const { x, y } = this.#bounds.middle.clone().add(this.#origin);
    const above = (z: number) => this.#frame.fromCloud([x, y, z])[2]!;
    return [above(range[0]), above(range[1])];
  }

  rangeOf(colour: CloudColour): readonly [number, number] | undefined {
    if (colour === 'height') return this.heights;
    if (colour === 'deviation') return this.#look?.comparison?.range;
    const ranges = this.#scene.clouds.flatMap((cloud) => {
      const range = cloud.rangeOf(colour);
      return range ? [range] : [];
    });
    if (ranges.length === 0) return undefined;
    return [Math.min(...ranges.map(([low]) => low)), Math.max(...ranges.map(([, high]) => high))];
  }

  get attributes(): readonly CloudAttribute[] {
    const all = this.#scene.clouds.flatMap(({ source }) => source.attributes);
    return [...new Map(all.map((one) => [one.name, one])).values()];
  }

  refresh(cloudId: string): void {
    const cloud = this.#scene.clouds.find((one) => one.id === cloudId);
    cloud?.reload();
    this.redraw();
  }

  previewClasses(classOf: (coordinates: CloudCoordinates, before: number) => number): Disposable {
    const restores = this.#scene.clouds.map((cloud) => cloud.previewClasses(classOf));
    this.redraw();
    return {
      dispose: () => {
        for (const restore of restores) restore();
        this.redraw();
      },
    };
  }

  override dispose(): void {
    super.dispose();
    this.attribution$.complete();
    this.spread$.complete();
    this.cut$.complete();
  }

  protected override hide(ids: ReadonlySet<string>): void {
    this.#objects.hidden = ids;
  }

  protected override onTheme(): void {
    this.#scene.paint(BACKGROUNDS[currentTheme()]);
  }

  /** Range of heights of the clouds, in the coordinates of the view. */
  get #heights(): readonly [number, number] | undefined {
    const boxes = this.#scene.clouds.map(({ box }) => box);
    if (boxes.length === 0) return undefined;
    return [
      Math.min(...boxes.map(({ min }) => min.z)) + this.#origin.z,
      Math.max(...boxes.map(({ max }) => max.z)) + this.#origin.z,
    ];
  }

  /** In units of the clouds. */
  #rangeIn({ colour, range }: CloudLook): readonly [number, number] | undefined {
    if (colour !== 'height') return range ?? this.rangeOf(colour);
    return range && [range[0] / this.#frame.heightUnit, range[1] / this.#frame.heightUnit];
  }

  #applyLook(): void {
    const look = this.#look;
    if (!look) return;
    const heights = this.#heights ?? [0, 1];
    for (const cloud of this.#scene.clouds) {
      const shown = this.#cloudOf(cloud.id);
      cloud.setLook(
        look,
        { colour: shown?.colour, opacity: shown?.opacity ?? 1 },
        {
          metres: this.#pointSize,
          unit: this.#frame.unit,
          heights,
          range:
            shown?.colour === undefined || shown.colour === look.colour ? this.#rangeIn(look) : undefined,
        },
      );
    }
    this.redraw();
  }

  #cut(): void {
    const { clips = [], clipMode = 'off' } = this.#look ?? {};
    const section = this.#section;
    this.#clips = section
      ? new ClipTest([{ ...section, kind: 'slab', id: 'section', name: '' }], 'inside')
      : new ClipTest(clips, clipMode);
    this.#scene.cut(this.#clips);
    this.cut$.next();
    this.redraw();
  }

  #measure(): void {
    const boxes = this.#scene.clouds.map(({ box }) => box);
    const [first] = boxes;
    if (!first) return;
    const all = boxes.reduce((union, box) => union.union(box), first.clone());
    all.getCenter(this.#bounds.middle);
    const size = all.getSize(new Vector3());
    this.#bounds.diameter = Math.max(1, size.length());
    const side = Math.max(size.x, size.y) * 1.001;
    this.#ground = new GroundGrid(all.min.x, all.min.y, side, all.min.z);
    for (const cloud of this.#scene.clouds)
      cloud.root.traverse((node) => node.loaded && this.#loaded(cloud, node));
  }

  #loaded(cloud: DrawnCloud, node: CloudNode): void {
    if (node.points && node.level <= GROUND_LEVELS) {
      const { x, y, z } = node.boundingBox.min;
      const from = new Matrix4().makeTranslation(x, y, z).premultiply(cloud.matrix);
      this.#ground?.add(node.points, from.elements, this.#look?.hiddenClasses ?? new Set());
      // Objects without heights lie on the ground.
      this.#objects.change();
    }
    this.redraw();
  }

  /** An ellipsoidal height in the middle of the clouds, in the heights of the view. */
  #upOf(height: number): number {
    const { x, y } = this.#bounds.middle.clone().add(this.#origin);
    const [longitude, latitude] = this.#frame.fromCloud([x, y, 0]);
    return this.#frame.toCloud([longitude, latitude, height])[2];
  }

  #groundAt(x: number, y: number): number {
    return this.#ground?.heightAt(x, y) ?? this.#bounds.middle.z;
  }

  #placeOf(position: Position): Vector3 | undefined {
    try {
      const [x, y, z] = this.#frame.toCloud(position);
      const place = new Vector3(x, y, z).sub(this.#origin);
      if (position[2] === undefined) place.z = this.#groundAt(place.x, place.y);
      return Number.isFinite(place.x + place.y + place.z) ? place : undefined;
    } catch {
      return undefined;
    }
  }

  #positionOf(place: Vector3): Position {
    return this.fromCloud(place.clone().add(this.#origin).toArray());
  }

  #pixelOf({ x, y, z }: Vector3): Pixel | undefined {
    this.#matrix ??= this.#projection();
    const m = this.#matrix.elements;
    const w = m[3] * x + m[7] * y + m[11] * z + m[15];
    if (w <= 0) return undefined;
    const [width, height] = this.size;
    const right = (m[0] * x + m[4] * y + m[8] * z + m[12]) / w;
    const up = (m[1] * x + m[5] * y + m[9] * z + m[13]) / w;
    return [((right + 1) / 2) * width, ((1 - up) / 2) * height];
  }

  #projection(): Matrix4 {
    const { camera } = this.#eye;
    return new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  }

  #ray(pixel: Pixel): { origin: Vector3; direction: Vector3 } {
    const [width, height] = this.size;
    const caster = new Raycaster();
    const at = new Vector2((pixel[0] / width) * 2 - 1, 1 - (pixel[1] / height) * 2);
    caster.setFromCamera(at, this.#eye.camera);
    return caster.ray;
  }

  /** Where the ray of a pixel passes a height of the scene. */
  #atHeight(pixel: Pixel, height: number): Vector3 | undefined {
    const { origin, direction } = this.#ray(pixel);
    if (Math.abs(direction.z) < 1e-6) return undefined;
    const along = (height - origin.z) / direction.z;
    // Near the horizon the ground is far outside of the CRS.
    if (along < 0 || along > 1000 * this.#bounds.diameter) return undefined;
    return origin.addScaledVector(direction, along);
  }

  #meet(pixel: Pixel): Vector3 | undefined {
    const hit = this.#hitAt(pixel);
    return hit
      ? new Vector3(...hit.at)
      : this.#atHeight(pixel, this.#groundAt(this.#eye.target.x, this.#eye.target.y));
  }

  /** A click on a point, which can then be asked for at full resolution. */
  #remember({ kind, pixel, position }: Gesture): void {
    if ((kind !== 'click' && kind !== 'double') || !position) return;
    const point = this.pointAt(pixel);
    if (point?.position.join() !== position.join()) return;
    const { cloud, coordinates, spacing } = point;
    this.#exact.clicked(position, {
      cloudId: cloud.id,
      cloudName: cloud.name,
      coordinates,
      spacing,
      ray: this.rayAt(pixel),
    });
  }

  #hitAt(pixel: Pixel, tolerance?: number): HitPoint | undefined {
    const key = `${pixel.join()} ${tolerance ?? ''}`;
    if (this.#picked?.key !== key) {
      const hit = pickPoint({
        clouds: this.#scene.clouds,
        camera: this.#eye.camera,
        size: this.size,
        pixel,
        hidden: this.#look?.hiddenClasses ?? new Set(),
        clips: this.#clips,
        ...(tolerance === undefined ? {} : { tolerance }),
      });
      this.#picked = { key, hit };
    }
    return this.#picked.hit;
  }

  #drawOverlay(): void {
    const ratio = window.devicePixelRatio || 1;
    this.drawOverlay(
      { size: this.size, ratio },
      (context, colours) => new ScenePen(context, ratio, colours, (position) => this.toPixel(position)),
    );
  }
}
