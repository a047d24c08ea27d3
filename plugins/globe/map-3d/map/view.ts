import { BehaviorSubject, NEVER, type Observable } from 'rxjs';
import { CanvasView, pictureLoaded$, ViewerLayers } from '#core/canvas';
import type { Extent, ProjectDocument } from '#core/document';
import type {
  ExternalLayerLoader,
  ExternalLayerState,
  FlyOptions,
  Hit,
  LayerState,
  Pixel,
  SolidEdge,
} from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Session } from '#core/session';
import type { Settings, SettingValues } from '#core/settings';
import { scaleDenominator } from '#core/styles';
import type { Following, SimplifiedLayers } from '#plugins/work/map-2d/api';
import type { GlobeMap } from '../api.ts';
import type { HeightField } from '../model/height-field.ts';
import { DisplayHeights } from '../model/heights.ts';
import type { ProjectTilesets } from '../model/project-tilesets.ts';
import { OverviewLayer } from './terrain/overview-layer.ts';
import { GlobeCameraController } from './camera/camera-controller.ts';
import { Globe } from './scene/globe.ts';
import { GlobePen } from './scene/globe-pen.ts';
import { ExternalImagery } from './terrain/external-imagery.ts';
import { GroundImagery } from './terrain/ground.ts';
import { GlobeLabels } from './objects/labels.ts';
import { GlobeObjects } from './objects/objects.ts';
import { Outlook } from './camera/outlook.ts';
import { CameraProjection } from './camera/projection.ts';
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
export class MapView3D extends CanvasView<ViewerLayers> implements GlobeMap {
  readonly id = 'map-3d';
  readonly kind = '3d';
  readonly attribution$ = new BehaviorSubject('Natural Earth');
  simplified$: Observable<SimplifiedLayers> = NEVER;
  readonly #globe: Globe;
  protected override readonly cameraMoves: GlobeCameraController;
  readonly #heights = new DisplayHeights();
  readonly #objects: GlobeObjects;
  readonly #ground: GroundImagery;
  readonly #external: ExternalImagery;
  #isEarthShown = true;
  readonly outlook: Outlook;
  readonly #projection: CameraProjection;
  readonly #terrain: ActiveTerrain;
  readonly #under: UnderPointer;
  readonly #labels: GlobeLabels;
  #overviewLayer: OverviewLayer | undefined;

  /** Throws when the browser has no WebGL 2. */
  constructor(element: HTMLElement, document: ProjectDocument) {
    super(element, document, new ViewerLayers(), { prefix: 'map3d', maxHighlights: MAX_OVERLAY_HIGHLIGHTS });
    this.#globe = this.lifetime.add(new Globe(element));
    this.cameraMoves = this.lifetime.add(new GlobeCameraController(this.#globe, this.#heights));
    this.outlook = this.lifetime.add(new Outlook(this.#globe, this.#heights));
    this.#ground = this.lifetime.add(new GroundImagery(this.#globe));
    this.#external = this.lifetime.add(new ExternalImagery(this.#globe, () => this.#ground.count));
    this.#objects = this.lifetime.add(
      new GlobeObjects(this.#globe, document, this.typeLayers, this.#heights),
    );
    this.#projection = new CameraProjection(this.#globe.scene, this.#heights, () => this.size);
    const parts = {
      globe: this.#globe,
      camera: this.cameraMoves,
      ground: this.#ground,
      objects: this.#objects,
      heights: this.#heights,
      layers: this.typeLayers,
      projection: this.#projection,
      document,
    };
    this.#terrain = this.lifetime.add(new ActiveTerrain(parts));
    this.#under = new UnderPointer({ ...parts, view: this });
    const labels = (this.#labels = this.lifetime.add(new GlobeLabels(parts)));
    element.append(labels.element, this.overlay.element);
    this.lifetime.add(() => this.overlay.element.remove());
    const scale = this.cameraMoves.camera$.subscribe(({ resolution }) => {
      this.typeLayers.scale = this.#external.scale = scaleDenominator(resolution);
      this.#noteAttribution();
    });
    this.lifetime.add(() => scale.unsubscribe());
    const pictures = pictureLoaded$.subscribe(() => this.#objects.change());
    this.lifetime.add(() => pictures.unsubscribe());
    this.attach(this.#globe.canvas, MAP_DRAGS);
    this.lifetime.add(this.#globe.scene.preRender.addEventListener(() => this.#projection.look()));
    this.lifetime.add(this.#globe.scene.postRender.addEventListener(() => this.#draw()));
  }

  /** Emits an error when the globe can no longer render. */
  get stopped$(): Observable<unknown> {
    return this.#globe.stopped$;
  }
  get loading$(): Observable<boolean> {
    return this.#globe.loading$;
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
  groundBehind(pixel: Pixel): readonly Position[] {
    return this.#projection.groundBehind(pixel);
  }
  override fly(to: Position | Extent, options?: FlyOptions): void {
    super.fly(to, options);
    this.#projection.look();
  }
  override pan(right: number, down: number): void {
    super.pan(right, down);
    this.#projection.look();
  }

  override pick(pixel: Pixel, tolerance?: number): Hit[] {
    return this.#under.pick(pixel, tolerance);
  }

  solidsAt(pixel: Pixel): readonly SolidEdge[] {
    return this.#under.solidsAt(pixel);
  }

  picture(): Promise<Blob> {
    const { element } = this.#labels;
    return this.#globe.picture(element.hidden ? [] : [element]);
  }

  setLayers(layers: readonly LayerState[]): void {
    this.typeLayers.layers = layers;
    this.#objects.change();
    this.#overviewLayer?.change();
  }

  setExternalLayers(layers: readonly ExternalLayerState[], loader: ExternalLayerLoader): readonly string[] {
    const undrawn = this.#external.set(layers, loader);
    this.#noteAttribution();
    return undrawn;
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
    this.#ground.shown = this.#isEarthShown = shown;
    this.#noteAttribution();
  }

  /** What is drawn of a project that is too large to be loaded. */
  follow({ overview, simplified }: Pick<Following, 'overview' | 'simplified'>): void {
    const { document } = this;
    this.simplified$ = simplified(this.typeLayers);
    const parts = {
      globe: this.#globe,
      camera: this.cameraMoves,
      document,
      layers: this.typeLayers,
      overview,
    };
    this.#overviewLayer = this.lifetime.add(new OverviewLayer(parts));
  }

  draw(
    tilesets: ProjectTilesets,
    services: { session: Pick<Session, 'token' | 'refresh'>; settings: Pick<Settings, 'observe'> },
  ): void {
    const drawing = new TilesetsOnGlobe(this.#globe, this.#heights, tilesets, services);
    this.#projection.tilesets = this.#under.tilesets = this.lifetime.add(drawing);
    this.lifetime.add(
      this.watch(({ snap }) => {
        if (snap?.surface !== undefined) drawing.note(snap.position, snap.surface);
      }),
    );
  }

  redraw(): void {
    this.#globe.redraw();
  }

  /** True once all objects are rendered up to date. */
  get settled(): boolean {
    return this.#objects.settled;
  }

  override dispose(): void {
    super.dispose();
    this.attribution$.complete();
  }

  protected override hide(ids: ReadonlySet<string>): void {
    this.#objects.hidden = ids;
  }

  #noteAttribution(): void {
    const earth = this.#isEarthShown ? ['Natural Earth'] : [];
    const text = [...this.#external.attributions, ...earth].join(' · ');
    if (text !== this.attribution$.value) this.attribution$.next(text);
  }

  #draw(): void {
    const ratio = window.devicePixelRatio || 1;
    this.drawOverlay(
      { size: this.size, ratio },
      (context, colours) => new GlobePen(context, ratio, colours, this.#projection, this.#heights),
    );
  }
}
