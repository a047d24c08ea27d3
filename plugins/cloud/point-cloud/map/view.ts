import { BehaviorSubject, Subject, type Observable } from 'rxjs';
import { Vector3 } from 'three';
import {
  CanvasView,
  currentTheme,
  SceneControls,
  ScenePen,
  ViewerLayers,
  type RawGesture,
} from '#core/canvas';
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
  type SnapOptions,
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
  CloudSnapKind,
  CloudView,
  LoadedPoint,
  ShownCloud,
} from '../api.ts';
import type { SceneQuality } from '../model/budget.ts';
import { ClipTest } from '../model/clips.ts';
import { CloudSnap, type HoveredPoint, type SnapServices } from '../model/cloud-snap.ts';
import type { NodeDeviations } from '../model/deviations.ts';
import type { ExactPoints } from '../model/exact.ts';
import type { CloudFrame } from '../model/frame.ts';
import type { CloudPlacing } from '../model/placing.ts';
import { CloudCamera } from './cloud-camera.ts';
import { Eye } from './eye.ts';
import { pickPoint, type HitPoint } from './pick-points.ts';
import { SceneProjection } from './projection.ts';
import { SceneObjects } from './scene-objects.ts';
import { CloudScene } from './scene.ts';
import { ShownClouds } from './shown-clouds.ts';
import './map.css';

const MAX_OVERLAY_HIGHLIGHTS = 2_000;
/** The right button moves, and Ctrl turns the camera also while a tool is active. */
const MAP_DRAGS = {
  rightButton: true,
  startsWith: (event: PointerEvent) => event.ctrlKey && !event.shiftKey,
};
const BACKGROUNDS = { light: '#eef1f3', dark: '#14181b' } as const;
export interface CloudViewOptions {
  readonly frame: CloudFrame;
  /** The scene's origin, in the coordinates of the view: numbers of graphics cards are short. */
  readonly origin: CloudCoordinates;
  readonly quality: SceneQuality;
  /** As the stage knows it. */
  readonly cloudOf: (id: string) => ShownCloud | undefined;
  /** Points at full resolution. */
  readonly exact: ExactPoints;
  readonly snapping: Omit<SnapServices, 'position' | 'show'>;
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
  readonly #clouds: ShownClouds;
  readonly #projection: SceneProjection;
  readonly #cloudOf: CloudViewOptions['cloudOf'];
  readonly #snap: CloudSnap;
  readonly snaps$ = new BehaviorSubject(false);
  readonly #quality: SceneQuality;
  readonly #exact: ExactPoints;
  #look: CloudLook | undefined;
  #clips = new ClipTest([], 'off');
  #section: CloudSection | undefined;
  #picked: { readonly key: string; readonly hit: HitPoint | undefined } | undefined;

  /** Throws when the browser has no WebGL 2. */
  constructor(element: HTMLElement, document: ProjectDocument, options: CloudViewOptions) {
    super(element, document, new ViewerLayers(), { prefix: 'cloud', maxHighlights: MAX_OVERLAY_HIGHLIGHTS });
    this.#frame = options.frame;
    this.#origin = new Vector3(...options.origin);
    this.#quality = options.quality;
    this.#exact = options.exact;
    this.#cloudOf = options.cloudOf;
    this.lifetime.add(this.listen((gesture) => this.#remember(gesture)));
    this.#scene = this.lifetime.add(new CloudScene(element, this.#eye, options.quality));
    const origin = this.#origin;
    this.#clouds = new ShownClouds({
      ...options,
      scene: this.#scene,
      origin,
      positionOf: (place) => this.#projection.positionOf(place),
      // Objects without heights lie on the ground.
      grounded: () => this.#objects.change(),
      spread: () => this.spread$.next(),
      redraw: () => this.redraw(),
    });
    const { bounds, groundAt } = this.#clouds;
    const size = () => this.size;
    this.#projection = new SceneProjection({
      frame: this.#frame,
      origin,
      eye: this.#eye,
      size,
      groundAt,
      bounds: () => bounds,
    });
    this.#snap = new CloudSnap({
      ...options.snapping,
      position: (coordinates) => this.fromCloud(coordinates),
      show: (sketch) => this.show(sketch, 'cloud-snap'),
    });
    this.cameraMoves = this.lifetime.add(
      new CloudCamera(this.#eye, {
        frame: this.#frame,
        origin: options.origin,
        groundAt,
        meet: (pixel) => this.#meet(pixel),
        bounds,
        redraw: () => this.redraw(),
      }),
    );
    this.#objects = this.lifetime.add(
      new SceneObjects({
        document,
        layers: this.typeLayers,
        place: (position) => this.#projection.placeOf(position),
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
    this.#scene.run((pixels) => {
      this.#objects.size = pixels;
      this.cameraMoves.resize(pixels);
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
      this.#clouds.bounds.middle.z,
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
    return this.#projection.coordinatesOf(position);
  }
  fromCloud(coordinates: CloudCoordinates): Position {
    return this.#frame.fromCloud(coordinates);
  }

  keeps(position: Position): boolean {
    return this.#clips.keeps(...this.toCloud(position));
  }

  toPixel(position: Position): Pixel | undefined {
    const place = this.#projection.placeOf(position);
    return place && this.#projection.pixelOf(place);
  }

  /** On the points, or on the part of them that a tool snaps to; where there are none, on the ground. */
  toPosition(pixel: Pixel, height?: number): Position | undefined {
    const place = height === undefined ? undefined : this.#projection.atEllipsoidal(pixel, height);
    if (height !== undefined) return place && this.#projection.positionOf(place);
    const hit = this.#hitAt(pixel);
    if (!hit) {
      this.#snap.at(undefined);
      return this.#onGround(pixel);
    }
    const snapped = this.#snap.at(this.#hovered(hit, pixel));
    return this.fromCloud(snapped?.place ?? hit.cloud.coordinatesOf(hit.node, hit.index));
  }

  heightAt(pixel: Pixel, place: Position): number | undefined {
    return this.#projection.heightAt(pixel, place);
  }

  groundBehind(pixel: Pixel): readonly Position[] {
    const { heights } = this.#clouds;
    if (!heights) return [];
    const hit = this.#hitAt(pixel);
    const seen = hit ? [this.fromCloud(hit.cloud.coordinatesOf(hit.node, hit.index))] : [];
    const places = heights.flatMap((height) => this.#projection.atHeight(pixel, height) ?? []);
    return [...seen, ...places.map((place) => this.#projection.positionOf(place))].map(
      ([longitude, latitude]) => [longitude, latitude],
    );
  }

  rayAt(pixel: Pixel): CloudRay {
    return this.#projection.cloudRay(pixel);
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
    this.#projection.forget();
    this.#picked = undefined;
    this.#scene.redraw();
  }

  override setSnapping(options: SnapOptions | undefined): void {
    super.setSnapping(options);
    this.#snap.isOn = options !== undefined;
    if (this.snaps$.value !== (options !== undefined)) this.snaps$.next(options !== undefined);
  }
  get snapKind$(): Observable<CloudSnapKind> {
    return this.#snap.kind$;
  }
  snapTo(kind: CloudSnapKind): void {
    this.#snap.kind = kind;
  }

  /** Draws a cloud where it is placed. */
  add(...cloud: Parameters<ShownClouds['add']>): void {
    this.#clouds.add(...cloud);
    // The octree is loaded by frames, which draw on request.
    this.redraw();
  }

  remove(id: string): void {
    this.#clouds.remove(id);
  }

  /** Shows a cloud elsewhere than it is; undefined: where it is. */
  showAt(id: string, placing: CloudPlacing | undefined): void {
    this.#clouds.of(id)?.showAt(placing);
    this.redraw();
  }

  /** Around its clouds; undefined before any. */
  get first(): Extent | undefined {
    return this.#clouds.extent;
  }

  set look(look: CloudLook) {
    const before = this.#look;
    this.#look = look;
    if (before?.clips !== look.clips || before.clipMode !== look.clipMode) this.#cut();
    if (before?.hiddenClasses !== look.hiddenClasses) this.#snap.forget();
    this.#scene.depthShading = look.depthShading && this.#quality !== 'phone';
    this.#clouds.look = look;
  }

  /** Metres. */
  set pointSize(metres: number) {
    this.#clouds.pointSize = metres;
  }
  set step(metres: number) {
    this.cameraMoves.step = metres;
  }

  /** The query of calls on the points of a cloud, so that regions and answers are in the coordinates of the view. */
  pointsIn(cloudId: string): PointsIn | undefined {
    return this.#clouds.pointsIn(cloudId);
  }

  get heights(): readonly [number, number] | undefined {
    return this.#clouds.ellipsoidal;
  }

  rangeOf(colour: CloudColour): readonly [number, number] | undefined {
    return this.#clouds.rangeOf(colour);
  }

  get attributes(): readonly CloudAttribute[] {
    return this.#clouds.attributes;
  }

  refresh(cloudId: string): void {
    this.#clouds.of(cloudId)?.reload();
    this.#snap.forget();
    this.redraw();
  }

  previewClasses(classOf: (coordinates: CloudCoordinates, before: number) => number): Disposable {
    const preview = this.#clouds.previewClasses(classOf);
    this.redraw();
    return {
      dispose: () => {
        preview.dispose();
        this.redraw();
      },
    };
  }

  override dispose(): void {
    super.dispose();
    this.attribution$.complete();
    this.spread$.complete();
    this.cut$.complete();
    this.snaps$.complete();
  }

  protected override dispatch(raw: RawGesture): { readonly claimed: boolean; readonly gesture: Gesture } {
    const dispatched = super.dispatch(raw);
    if (raw.kind === 'leave') this.#snap.forget();
    else if (this.snaps$.value) this.#snap.draw();
    return dispatched;
  }

  protected override hide(ids: ReadonlySet<string>): void {
    this.#objects.hidden = ids;
  }

  protected override onTheme(): void {
    this.#scene.paint(BACKGROUNDS[currentTheme()]);
  }

  #cut(): void {
    const { clips = [], clipMode = 'off' } = this.#look ?? {};
    const section = this.#section;
    this.#clips = section
      ? new ClipTest([{ ...section, kind: 'slab', id: 'section', name: '' }], 'inside')
      : new ClipTest(clips, clipMode);
    this.#clouds.cut(this.#clips);
    this.#snap.forget();
    this.cut$.next();
    this.redraw();
  }

  #onGround(pixel: Pixel): Position | undefined {
    const place = this.#projection.onGround(pixel);
    return place && this.#projection.positionOf(place);
  }

  #hovered(hit: HitPoint, pixel: Pixel): HoveredPoint {
    return {
      cloudId: hit.cloud.id,
      coordinates: hit.cloud.coordinatesOf(hit.node, hit.index),
      spacing: hit.spacing,
      ray: this.rayAt(pixel),
    };
  }

  #meet(pixel: Pixel): Vector3 | undefined {
    const hit = this.#hitAt(pixel);
    return hit ? new Vector3(...hit.at) : this.#projection.onGround(pixel);
  }

  /** A click on a point, which can then be asked for at full resolution. */
  #remember({ kind, pixel, position }: Gesture): void {
    if ((kind !== 'click' && kind !== 'double') || !position) return;
    const hit = this.#hitAt(pixel);
    const cloud = hit && this.#cloudOf(hit.cloud.id);
    if (!hit || !cloud) return;
    const hovered = this.#hovered(hit, pixel);
    const snapped = this.#snap.at(hovered);
    const place = snapped?.place ?? hovered.coordinates;
    if (this.fromCloud(place).join() !== position.join()) return;
    this.#exact.clicked(position, {
      ...hovered,
      cloudName: cloud.name,
      coordinates: place,
      snapped: snapped?.search ?? this.#snap.searchAt(hovered),
    });
  }

  #hitAt(pixel: Pixel, tolerance?: number): HitPoint | undefined {
    const key = `${pixel.join()} ${tolerance ?? ''}`;
    if (this.#picked?.key !== key) {
      const hit = pickPoint({
        clouds: this.#clouds.all,
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
