import { BehaviorSubject, type Observable } from 'rxjs';
import {
  Anchors,
  GestureDispatcher,
  PointerInput,
  themeColours,
  Layers,
  OverlayState,
  Overlay,
  currentTheme,
  watchTheme,
} from '#core/canvas';
import type { Extent, MapObject, ProjectDocument } from '#core/document';
import { Lifetime, type Disposable, type Teardown } from '#core/kernel';
import {
  type Anchored,
  type Camera,
  type FlyOptions,
  type Gesture,
  type HighlightRole,
  type Hit,
  type LayerState,
  type Modifiers,
  type Pixel,
  type Sketch,
  type SnapOptions,
  type SolidEdge,
} from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Session } from '#core/session';
import type { SettingValues } from '#core/settings';
import type { Overview } from '#plugins/work/map-2d/api';
import type { GlobeMap } from '../api.ts';
import type { HeightField } from '../model/height-field.ts';
import { Heights } from '../model/heights.ts';
import type { ProjectTilesets } from '../model/project-tilesets.ts';
import { OverviewLayer } from './terrain/overview-layer.ts';
import { CameraController } from './camera/camera-controller.ts';
import { Globe } from './scene/globe.ts';
import { GlobePen } from './scene/globe-pen.ts';
import { Ground } from './terrain/ground.ts';
import { Labels } from './objects/labels.ts';
import { Objects } from './objects/objects.ts';
import { Outlook } from './camera/outlook.ts';
import { Projection } from './camera/projection.ts';
import { TilesetsOnGlobe } from './tiles/tilesets.ts';
import { UnderPointer } from './pointer/under-pointer.ts';
import { ActiveTerrain } from './terrain/active-terrain.ts';
import './map.css';

/** Most highlighted objects of a role that are outlined. */
const MAX_OVERLAY_HIGHLIGHTS = 2_000;
/** Cesium's usual controls: the right button zooms, Ctrl tilts and rotates. */
const MAP_DRAGS = {
  rightButton: true,
  startsWith: (event: PointerEvent) => event.ctrlKey && !event.shiftKey,
};

/** The map view on Cesium, which renders ground and objects; sketches are drawn on a canvas above it. */
export class MapView3D implements GlobeMap {
  readonly id = 'map-3d';
  readonly kind = '3d';
  readonly attribution$ = new BehaviorSubject('Natural Earth');
  readonly #lifetime = new Lifetime();
  readonly #globe: Globe;
  readonly #camera: CameraController;
  readonly #heights = new Heights();
  readonly #layers = new Layers();
  readonly #objects: Objects;
  readonly #ground: Ground;
  readonly outlook: Outlook;
  readonly #projection: Projection;
  readonly #terrain: ActiveTerrain;
  readonly #overlay = new Overlay('map3d-overlay');
  readonly #anchors: Anchors;
  readonly #gestures: GestureDispatcher;
  readonly #overlayState: OverlayState;
  readonly #under: UnderPointer;
  #whole: () => Extent | undefined = () => undefined;
  #cursor: Pixel | undefined;
  #overviewLayer: OverviewLayer | undefined;

  /** Throws when the browser has no WebGL 2. */
  constructor(
    readonly element: HTMLElement,
    readonly document: ProjectDocument,
  ) {
    this.#globe = this.#lifetime.add(new Globe(element));
    this.#camera = this.#lifetime.add(new CameraController(this.#globe, this.#heights));
    this.outlook = this.#lifetime.add(new Outlook(this.#globe, this.#heights));
    this.#ground = this.#lifetime.add(new Ground(this.#globe));
    this.#objects = this.#lifetime.add(new Objects(this.#globe, document, this.#layers, this.#heights));
    this.#projection = new Projection(this.#globe.scene, this.#heights, () => this.size);
    const parts = {
      globe: this.#globe,
      camera: this.#camera,
      ground: this.#ground,
      objects: this.#objects,
      heights: this.#heights,
      layers: this.#layers,
      projection: this.#projection,
      document,
    };
    this.#terrain = this.#lifetime.add(new ActiveTerrain(parts));
    this.#under = new UnderPointer({ ...parts, view: this });
    const labels = this.#lifetime.add(new Labels(parts));
    element.append(labels.element, this.#overlay.element);
    this.#lifetime.add(() => this.#overlay.element.remove());
    this.#anchors = this.#lifetime.add(
      new Anchors(element, 'map3d-anchors', (position) => this.toPixel(position)),
    );
    this.#gestures = this.#lifetime.add(new GestureDispatcher(this, document));
    this.#overlayState = new OverlayState(document, this.#layers, MAX_OVERLAY_HIGHLIGHTS, (previews) =>
      previews ? this.#hide() : this.redraw(),
    );
    this.#lifetime.add(
      new PointerInput(this.#globe.canvas, (raw) => this.#gestures.dispatch(raw).claimed, MAP_DRAGS),
    );
    this.#lifetime.add(this.#globe.scene.preRender.addEventListener(() => this.#projection.look()));
    this.#lifetime.add(this.#globe.scene.postRender.addEventListener(() => this.#draw()));
    this.#lifetime.add(watchTheme(() => this.redraw()));
  }

  /** Emits an error when the globe can no longer render. */
  get stopped$(): Observable<unknown> {
    return this.#globe.stopped$;
  }
  get camera$(): Observable<Camera> {
    return this.#camera.camera$;
  }
  get camera(): Camera {
    return this.#camera.camera;
  }
  get size(): Pixel {
    return this.#camera.size;
  }
  toPixel(position: Position): Pixel | undefined {
    return this.#projection.toPixel(position);
  }
  /**
   * Without `height`, the position on 3D Tiles or the ground, whichever is in front, with its height unless there is
   * no terrain.
   */
  toPosition(pixel: Pixel, height?: number): Position | undefined {
    return height === undefined
      ? this.#projection.meet(pixel)?.position
      : this.#projection.placeAt(pixel, height);
  }
  heightAt(pixel: Pixel, place: Position): number | undefined {
    return this.#projection.heightAt(pixel, place);
  }
  sights(pixel: Pixel): readonly Position[] {
    return this.#projection.sights(pixel);
  }
  fly(to: Position | Extent, options?: FlyOptions): void {
    this.#camera.fly(to, options);
    this.#projection.look();
  }
  pan(right: number, down: number): void {
    this.#camera.pan(right, down);
    this.#projection.look();
  }
  zoomBy(levels: number): void {
    this.#camera.zoomBy(levels);
  }

  listen(listener: (gesture: Gesture) => boolean | void): Disposable {
    return this.#gestures.listen(listener);
  }

  pick(pixel: Pixel, tolerance?: number): Hit[] {
    return this.#under.pick(pixel, tolerance);
  }

  solidsAt(pixel: Pixel): readonly SolidEdge[] {
    return this.#under.solidsAt(pixel);
  }

  attracts(typeName: string): boolean {
    return this.#layers.attracts(typeName);
  }

  setSnapping(options: SnapOptions | undefined): void {
    this.#gestures.snapping = options;
  }

  show(sketch: Sketch | undefined, slot?: string): void {
    this.#overlayState.show(sketch, slot);
  }

  preview(objects: readonly MapObject[]): Disposable & { update(objects: readonly MapObject[]): void } {
    return this.#overlayState.preview(objects);
  }

  highlight(role: HighlightRole, ids: readonly string[]): void {
    if (this.#overlayState.highlight(role, ids)) this.redraw();
  }

  setLayers(layers: readonly LayerState[]): void {
    this.#layers.layers = layers;
    this.#objects.change();
    this.#overviewLayer?.change();
  }

  anchor(element: HTMLElement, at: Position, offset: Pixel = [0, 0]): Anchored {
    return this.#anchors.add(element, at, offset);
  }

  get whole(): Extent | undefined {
    return this.#whole();
  }
  set whole(whole: () => Extent | undefined) {
    this.#whole = whole;
  }

  setCursor(cursor: string | undefined): void {
    this.#globe.canvas.style.cursor = cursor ?? '';
  }

  focus(): void {
    this.element.focus({ preventScroll: true });
  }

  setKeyboardCursor(pixel: Pixel | undefined): void {
    this.#cursor = pixel;
    this.redraw();
  }
  get keyboardCursor(): Pixel | undefined {
    return this.#cursor;
  }
  press(kind: 'move' | 'click' | 'context', pixel: Pixel, modifiers: Partial<Modifiers> = {}): void {
    this.#gestures.dispatch({
      kind,
      pixel,
      pointer: 'mouse',
      shift: false,
      alt: false,
      ctrl: false,
      ...modifiers,
    });
  }

  set heights(heights: SettingValues['heights3D']) {
    this.#heights.mode = heights;
    this.#objects.change();
  }

  /** Resolves when the terrain is shown. */
  setTerrain(field: HeightField | undefined): Promise<void> {
    return this.#terrain.setTerrain(field);
  }

  set exaggeration(times: number) {
    if (times !== this.#heights.exaggeration) this.#terrain.exaggeration = times;
  }

  set tint(tint: SettingValues['tint3D']) {
    this.#ground.tint = tint;
  }

  set quality(quality: SettingValues['quality3D']) {
    this.#globe.quality = quality === 'auto' ? (this.#globe.software ? 'fast' : 'fine') : quality;
    this.#objects.change();
  }

  set background(shown: boolean) {
    this.#ground.shown = shown;
    this.attribution$.next(shown ? 'Natural Earth' : '');
  }

  /** What is drawn of a project that is too large to be loaded. */
  set overview(overview: Overview) {
    const { document } = this;
    const parts = { globe: this.#globe, camera: this.#camera, document, layers: this.#layers, overview };
    this.#overviewLayer = this.#lifetime.add(new OverviewLayer(parts));
  }

  draw(tilesets: ProjectTilesets, session: Pick<Session, 'token' | 'refresh'>): void {
    const drawing = new TilesetsOnGlobe(this.#globe, this.#heights, tilesets, session);
    this.#projection.tilesets = this.#under.tilesets = this.#lifetime.add(drawing);
    this.#lifetime.add(
      this.#gestures.listen(({ snap }) => {
        if (snap?.surface !== undefined) drawing.note(snap.position, snap.surface);
      }),
    );
  }

  /** Adds something that is closed before the map. */
  open(part: Teardown): void {
    this.#lifetime.add(part);
  }

  redraw(): void {
    this.#globe.redraw();
  }

  /** True once all objects are rendered up to date. */
  get settled(): boolean {
    return this.#objects.settled;
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.attribution$.complete();
  }

  #draw(): void {
    const ratio = window.devicePixelRatio || 1;
    const colours = themeColours(currentTheme());
    this.#overlay.draw(
      { size: this.size, ratio },
      this.#overlayState.content(this.#cursor),
      (context) => new GlobePen(context, ratio, colours, this.#projection, this.#heights),
    );
    this.#anchors.place();
  }

  /** Hides the objects that are being previewed. */
  #hide(): void {
    this.#objects.hidden = new Set(this.#overlayState.previewed.map(({ id }) => id));
    this.redraw();
  }
}
