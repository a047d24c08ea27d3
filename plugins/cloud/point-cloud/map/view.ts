import { BehaviorSubject, Subject, type Observable } from 'rxjs';
import { Vector3 } from 'three';
import { SceneView, ViewerLayers, type RawGesture } from '#core/canvas';
import type { HeightSystem } from '#core/geodesy';
import type { Extent, ProjectDocument } from '#core/document';
import type { Disposable } from '#core/kernel';
import type { ExactVertices, Gesture, Pixel, SnapOptions } from '#core/mapview';
import type { Position } from '#core/protocol';
import type {
  CloudAttribute,
  CloudCameraMode,
  CloudColour,
  CloudCoordinates,
  CloudLook,
  CloudPicture,
  CloudRay,
  CloudSection,
  CloudSnapKind,
  CloudView,
  LoadedPoint,
  ShownCloud,
} from '../api.ts';
import type { SceneQuality } from '../model/budget.ts';
import { isOwnCrs } from '../model/own-crs.ts';
import { ClipTest } from '../model/clips.ts';
import { CloudSnap, type SnapServices } from '../model/cloud-snap.ts';
import type { NodeDeviations } from '../model/deviations.ts';
import type { ExactPoints } from '../model/exact.ts';
import type { CloudFrame } from '../model/frame.ts';
import { CloudCamera } from './cloud-camera.ts';
import { Eye } from './eye.ts';
import { ScenePictures } from './pictures.ts';
import { SceneProjection } from './projection.ts';
import { SceneObjects } from './scene-objects.ts';
import { CloudScene } from './scene.ts';
import { lookAtSection } from './section.ts';
import { coordinatesOf, SeenPoints } from './seen-points.ts';
import { ShownClouds } from './shown-clouds.ts';
import './map.css';

const MAX_OVERLAY_HIGHLIGHTS = 2_000;

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
export class MapViewCloud extends SceneView implements CloudView {
  readonly id = 'point-cloud';
  readonly kind = 'cloud';
  readonly localOf: CloudView['localOf'];
  readonly spread$ = new Subject<void>();
  readonly cut$ = new Subject<void>();
  readonly clouds: ShownClouds;
  protected override readonly cameraMoves: CloudCamera;
  protected override readonly objects: SceneObjects;
  readonly #scene: CloudScene;
  readonly #eye = new Eye();
  readonly #frame: CloudFrame;
  readonly #origin: Vector3;
  readonly #projection: SceneProjection;
  readonly #points: SeenPoints;
  readonly #pictures: ScenePictures;
  readonly #snap: CloudSnap;
  readonly snaps$ = new BehaviorSubject(false);
  readonly #quality: SceneQuality;
  readonly #exact: ExactPoints;
  #look: CloudLook | undefined;
  #section: CloudSection | undefined;

  /** Throws when the browser has no WebGL 2. */
  constructor(element: HTMLElement, document: ProjectDocument, options: CloudViewOptions) {
    super(element, document, new ViewerLayers(), { prefix: 'cloud', maxHighlights: MAX_OVERLAY_HIGHLIGHTS });
    this.#frame = options.frame;
    if (isOwnCrs(options.frame.crs)) this.localOf = (position) => this.toCloud(position);
    this.#origin = new Vector3(...options.origin);
    this.#quality = options.quality;
    this.#exact = options.exact;
    this.lifetime.add(this.watch((gesture) => this.#remember(gesture)));
    this.#scene = this.lifetime.add(new CloudScene(element, this.#eye, options.quality));
    const origin = this.#origin;
    this.clouds = new ShownClouds({
      ...options,
      scene: this.#scene,
      origin,
      positionOf: (place) => this.#projection.positionOf(place),
      // Objects without heights lie on the ground.
      grounded: () => this.objects.change(),
      spread: () => this.spread$.next(),
      redraw: () => this.redraw(),
    });
    const { bounds, groundAt } = this.clouds;
    this.#projection = new SceneProjection({
      frame: this.#frame,
      origin,
      eye: this.#eye,
      groundAt,
      bounds,
    });
    this.#points = new SeenPoints({
      clouds: this.clouds,
      eye: this.#eye,
      frame: this.#frame,
      projection: this.#projection,
      cloudOf: options.cloudOf,
      hiddenClasses: () => this.#look?.hiddenClasses ?? new Set(),
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
    this.objects = this.lifetime.add(
      new SceneObjects({
        document,
        layers: this.typeLayers,
        place: (position) => this.#projection.placeOf(position),
        redraw: () => this.#scene.redraw(),
      }),
    );
    this.#pictures = this.lifetime.add(new ScenePictures(origin, () => this.redraw()));
    this.#scene.scene.add(this.objects.group, this.#pictures.group);
    this.attachScene(this.#scene);
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
    const height = this.clouds.bounds.middle.z;
    lookAtSection(this.cameraMoves, section, { before, origin: this.#origin, height });
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
    return this.#points.clips.keeps(...this.toCloud(position));
  }

  toPixel(position: Position): Pixel | undefined {
    const place = this.#projection.placeOf(position);
    return place && this.#projection.pixelOf(place);
  }

  /** On the points, or on the part of them that a tool snaps to; where there are none, on the ground. */
  toPosition(pixel: Pixel, height?: number): Position | undefined {
    const place = height === undefined ? undefined : this.#projection.atEllipsoidal(pixel, height);
    if (height !== undefined) return place && this.#projection.positionOf(place);
    const hit = this.#points.at(pixel);
    const snapped = this.#snap.at(hit && this.#points.hovered(hit, pixel));
    return hit ? this.fromCloud(snapped?.place ?? coordinatesOf(hit)) : this.#onGround(pixel);
  }

  heightAt(pixel: Pixel, place: Position): number | undefined {
    return this.#projection.heightAt(pixel, place);
  }

  groundBehind(pixel: Pixel): readonly Position[] {
    const { heights } = this.clouds;
    if (!heights) return [];
    const hit = this.#points.at(pixel);
    return this.#projection.groundBehind(pixel, hit && new Vector3(...hit.at), heights);
  }

  rayAt(pixel: Pixel): CloudRay {
    return this.#projection.cloudRay(pixel);
  }

  pointAt(pixel: Pixel, tolerance?: number): LoadedPoint | undefined {
    const hit = this.#points.at(pixel, tolerance);
    return hit && this.#points.loaded(hit);
  }

  isMiss(position: Position): boolean {
    return this.#exact.isMiss(position);
  }

  exact(vertices: readonly Position[]): Promise<ExactVertices | undefined> {
    return this.#exact.of(vertices);
  }

  redraw(): void {
    this.#projection.forget();
    this.#points.forget();
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

  /** Around its clouds; undefined before any. */
  get first(): Extent | undefined {
    return this.clouds.extent;
  }

  set look(look: CloudLook) {
    const before = this.#look;
    this.#look = look;
    if (before?.clips !== look.clips || before.clipMode !== look.clipMode) this.#cut();
    if (before?.hiddenClasses !== look.hiddenClasses) this.#snap.forget();
    this.#scene.depthShading = look.depthShading && this.#quality !== 'phone';
    this.clouds.look = look;
  }

  /** Metres. */
  set step(metres: number) {
    this.cameraMoves.step = metres;
  }

  get heights(): readonly [number, number] | undefined {
    return this.clouds.ellipsoidal;
  }

  rangeOf(colour: CloudColour): readonly [number, number] | undefined {
    return this.clouds.rangeOf(colour);
  }

  get attributes(): readonly CloudAttribute[] {
    return this.clouds.attributes;
  }

  showPictures(pictures: readonly CloudPicture[]): void {
    this.#pictures.show(pictures);
  }

  refresh(cloudId: string): void {
    this.clouds.reload(cloudId);
    this.#snap.forget();
  }

  previewClasses(classOf: (coordinates: CloudCoordinates, before: number) => number): Disposable {
    return this.clouds.previewClasses(classOf);
  }

  override dispose(): void {
    super.dispose();
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

  #cut(): void {
    const { clips = [], clipMode = 'off' } = this.#look ?? {};
    const section = this.#section;
    this.#points.clips = section
      ? new ClipTest([{ ...section, kind: 'slab', id: 'section', name: '' }], 'inside')
      : new ClipTest(clips, clipMode);
    this.clouds.cut(this.#points.clips);
    this.#snap.forget();
    this.cut$.next();
    this.redraw();
  }

  #onGround(pixel: Pixel): Position | undefined {
    const place = this.#projection.onGround(pixel);
    return place && this.#projection.positionOf(place);
  }

  #meet(pixel: Pixel): Vector3 | undefined {
    const hit = this.#points.at(pixel);
    return hit ? new Vector3(...hit.at) : this.#projection.onGround(pixel);
  }

  /** A click on a point, which can then be asked for at full resolution. */
  #remember({ kind, pixel, position }: Gesture): void {
    if ((kind !== 'click' && kind !== 'double') || !position) return;
    const hit = this.#points.at(pixel);
    if (!hit && this.#onGround(pixel)?.join() === position.join()) this.#exact.missed(position);
    const loaded = hit && this.#points.loaded(hit);
    if (!hit || !loaded) return;
    const hovered = this.#points.hovered(hit, pixel);
    const snapped = this.#snap.at(hovered);
    const place = snapped?.place ?? hovered.coordinates;
    if (this.fromCloud(place).join() !== position.join()) return;
    this.#exact.clicked(position, {
      ...hovered,
      cloudName: loaded.cloud.name,
      coordinates: place,
      snapped: snapped?.search ?? this.#snap.searchAt(hovered),
    });
  }
}
