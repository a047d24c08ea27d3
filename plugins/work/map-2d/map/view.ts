import OlMap from 'ol/Map.js';
import Layer from 'ol/layer/Layer.js';
import type OlBaseLayer from 'ol/layer/Base.js';
import DragPan from 'ol/interaction/DragPan.js';
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js';
import PinchZoom from 'ol/interaction/PinchZoom.js';
import Kinetic from 'ol/Kinetic.js';
import type { FrameState } from 'ol/Map.js';
import { combineLatest, map, NEVER, of, type Observable } from 'rxjs';
import {
  boxOf,
  CanvasView,
  currentTheme,
  pictureLoaded$,
  themeColours,
  uniteBoxes,
  type ProjectedExtent,
  type RawGesture,
  type TileSource,
} from '#core/canvas';
import type { Change, Extent, ProjectDocument } from '#core/document';
import type {
  ExternalLayerLoader,
  ExternalLayerState,
  Gesture,
  LayerState,
  LayerWindow,
  Pixel,
  SolidEdge,
  ViewLabel,
} from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import { scaleDenominator } from '#core/styles';
import type { Following, SimplifiedLayers, WorkspaceMap } from '../api.ts';
import type { Attractors } from './attractors.ts';
import { MapCameraController } from './camera-controller.ts';
import { ExternalLayers } from './external/external-layers.ts';
import { MapLabels } from './labels.ts';
import { LazyPart } from './lazy-part.ts';
import { SheetPen } from './sheet-pen.ts';
import { BaseLayer } from './base-layer.ts';
import { frameViewOf, type MapFrameView } from './frame-view.ts';
import { Tiles } from './tiles.ts';
import 'ol/ol.css';
import './map.css';

/** For more changes at once only their common extent is used. */
const MANY_CHANGES = 2_000;
/** More highlighted objects than this are drawn in the base layer, not in the overlay. */
const MAX_OVERLAY_HIGHLIGHTS = 300;

/** The 2D map on OpenLayers, which moves the view; the document is drawn here. */
export class MapView2D extends CanvasView<BaseLayer> implements WorkspaceMap {
  readonly id = 'map-2d';
  readonly kind = '2d';
  readonly attribution$: Observable<string>;
  simplified$: Observable<SimplifiedLayers> = NEVER;
  protected override readonly cameraMoves = new MapCameraController();
  readonly #map: OlMap;
  readonly #tiles: Tiles;
  readonly #labels = new MapLabels(() => this.redraw());
  readonly #magnifier = new LazyPart(
    async () => {
      const { Magnifier } = await import('./magnifier.ts');
      const magnifier = new Magnifier();
      this.#stack.append(magnifier.element);
      return magnifier;
    },
    () => this.redraw(),
  );
  /** Where a finger drags what it hides. */
  #touchPixel: Pixel | undefined;
  readonly #stack = window.document.createElement('div');
  readonly #layer: Layer;
  readonly #external: ExternalLayers;
  readonly #clip = new LazyPart(
    async () => {
      const { WindowClip } = await import('./window-clip.ts');
      const clip = new WindowClip(this.#map.getViewport()!);
      // OpenLayers makes the elements of layers when it draws them first.
      this.#map.on('postrender', () => clip.apply());
      return clip;
    },
    (clip) => clip.show(this.#window),
  );
  #window: LayerWindow | undefined;
  readonly #attractorsCode = new LazyPart(
    () => import('./attractors.ts'),
    ({ Attractors }) => (this.#attractors = new Attractors(this.#attracting)),
  );
  #attracting: readonly Geometry[] = [];
  #attractors: Attractors | undefined;
  #ratio = window.devicePixelRatio || 1;
  #look: MapFrameView | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;
  /** The resolution for which the reach of symbols is known. */
  #reachAt = 0;

  constructor(
    element: HTMLElement,
    document: ProjectDocument,
    options: {
      background?: { readonly layers: readonly OlBaseLayer[]; readonly attribution$: Observable<string> };
      whole?: () => Extent | undefined;
    } = {},
  ) {
    super(element, document, new BaseLayer(document), {
      prefix: 'map2d',
      maxHighlights: MAX_OVERLAY_HIGHLIGHTS,
    });
    this.#external = this.lifetime.add(new ExternalLayers());
    const background$ = options.background?.attribution$ ?? of('');
    this.attribution$ = combineLatest([background$, this.#external.attributions$]).pipe(
      map(([background, external]) => [...external, background].filter(Boolean).join(' · ')),
    );
    if (options.whole) this.whole = options.whole;
    this.#tiles = new Tiles(
      'rest',
      (context, sheet, box) => this.typeLayers.paintTile(context, sheet, box, this.#ratio),
      (context, look) => this.#labels.drawOn(context, look),
    );
    this.#stack.className = 'map2d-stack';
    this.#stack.append(this.#tiles.element, this.overlay.element);
    this.#layer = new Layer({ render: (frame) => (this.#draw(frame), this.#stack) });
    this.#map = new OlMap({
      target: element,
      view: this.cameraMoves.view,
      controls: [],
      interactions: [
        new DragPan({ kinetic: new Kinetic(-0.005, 0.05, 100) }),
        new PinchZoom(),
        new MouseWheelZoom({ duration: 180 }),
      ],
      layers: [...(options.background?.layers ?? []), this.#external.group, this.#layer],
      pixelRatio: this.#ratio,
    });
    this.lifetime.add(() => {
      this.#map.setTarget(undefined);
      this.#map.dispose();
    });
    this.cameraMoves.attach(this.#map);
    this.lifetime.add(this.cameraMoves);
    this.attach(this.#map.getViewport()!);
    this.lifetime.add(document.changes$.subscribe(({ changes }) => this.#changed(changes)));
    this.lifetime.add(() => clearTimeout(this.#idle));
    this.lifetime.add(this.#watchRatio());
    const pictures = pictureLoaded$.subscribe(() => this.changed());
    this.lifetime.add(() => pictures.unsubscribe());
  }

  toPixel(position: Position): Pixel | undefined {
    return this.cameraMoves.toPixel(position);
  }
  toPosition(pixel: Pixel): Position | undefined {
    return this.cameraMoves.toPosition(pixel);
  }

  get labels(): readonly ViewLabel[] {
    return this.#labels.placed;
  }

  setLayers(layers: readonly LayerState[]): void {
    this.typeLayers.layers = layers;
    this.#reachAt = 0;
    this.changed();
  }

  setExternalLayers(layers: readonly ExternalLayerState[], loader: ExternalLayerLoader): readonly string[] {
    this.#external.set(layers, loader);
    return [];
  }

  setAttractors(geometries: readonly Geometry[]): void {
    this.#attracting = geometries;
    const code = geometries.length > 0 ? this.#attractorsCode.want() : undefined;
    this.#attractors = code && new code.Attractors(geometries);
  }

  solidsAt(pixel: Pixel): readonly SolidEdge[] {
    return this.#attractors?.near(this, pixel) ?? [];
  }

  setLayerWindow(part: LayerWindow | undefined): void {
    this.#window = part;
    (part ? this.#clip.want() : this.#clip.current)?.show(part);
  }

  get layers(): readonly LayerState[] {
    return this.typeLayers.layers;
  }

  /** What is drawn of a project that is too large to be loaded. */
  follow(following: Pick<Following, 'overview' | 'simplified'>): void {
    this.setTileSource(following.overview);
    this.simplified$ = following.simplified(this.typeLayers);
  }

  /** Shapes besides the document's objects: vector tiles. */
  setTileSource(source: TileSource | undefined): void {
    this.typeLayers.tileSource = source;
    this.changed();
  }

  /** Contents of `box` (EPSG:3857, metres) must be redrawn; undefined: everything. */
  changed(box?: ProjectedExtent): void {
    this.#tiles.change(box);
    this.#labels.change();
    this.redraw();
  }

  redraw(): void {
    this.#layer.changed();
  }

  /** True once everything in view is drawn. */
  get settled(): boolean {
    return this.#tiles.settled;
  }

  /** True once nothing is waiting for the map to rest: labels and tiles around the view are drawn. */
  get isIdle(): boolean {
    return this.settled && this.#idle === undefined;
  }

  protected override dispatch(raw: RawGesture): { readonly claimed: boolean; readonly gesture: Gesture } {
    if (raw.pointer === 'touch') this.#magnifier.want();
    const dispatched = super.dispatch(raw);
    const dragging = raw.pointer === 'touch' && raw.kind === 'drag';
    if (dragging || this.#touchPixel) {
      const { snap } = dispatched.gesture;
      this.#touchPixel = dragging ? ((snap && this.toPixel(snap.position)) ?? raw.pixel) : undefined;
      this.redraw();
    }
    return dispatched;
  }

  protected override onTheme(): void {
    this.#labels.change();
    this.redraw();
  }

  #draw(frame: FrameState): void {
    const look = frameViewOf(frame);
    this.#look = look;
    this.#follow(look);
    const more = this.#tiles.show(look);
    this.drawOverlay(look, (context, colours) => new SheetPen(context, look, colours));
    const colours = themeColours(currentTheme());
    this.#magnifier.current?.show(this.#touchPixel, look, colours, this.#tiles, this.overlay.element);
    clearTimeout(this.#idle);
    this.#idle = undefined;
    if (more) this.#idle = setTimeout(() => this.#map.render());
    else if (!look.moving) this.#idle = setTimeout(() => this.#paintAhead(), 60);
  }

  /** What depends on the scale. */
  #follow({ resolution }: MapFrameView): void {
    const ground = this.camera.resolution;
    this.typeLayers.scale = this.#external.scale = scaleDenominator(ground);
    if (resolution === this.#reachAt) return;
    this.#reachAt = resolution;
    this.#tiles.reach = this.typeLayers.reach(1 / ground);
  }

  /** What can wait until the map rests: labels, and tiles around the view. */
  #paintAhead(): void {
    this.#idle = undefined;
    if (this.lifetime.closed || !this.#look) return;
    const { document: held, hidden } = this.typeLayers;
    const colours = themeColours(currentTheme());
    if (this.#labels.draw(this.#look, colours, held, this.typeLayers, hidden)) {
      this.#tiles.compose();
      this.redraw();
    }
    if (this.#tiles.ahead(8)) this.#idle = setTimeout(() => this.#paintAhead(), 16);
  }

  protected override onHighlight(): void {
    const marked = this.overlayState.bulkHighlighted;
    if (marked.length === 0 && this.typeLayers.bulkHighlighted.size === 0) return;
    this.typeLayers.bulkHighlighted = new Set(marked);
    const { selected } = themeColours(currentTheme());
    this.typeLayers.bulkHighlightStyle = { stroke: selected, width: 3, fill: `${selected}33`, radius: 7 };
    this.#tiles.change();
  }

  /** Redraws only objects that were hidden or shown. */
  protected override hide(ids: ReadonlySet<string>): void {
    const before = this.typeLayers.hidden;
    this.typeLayers.hidden = ids;
    for (const id of new Set([...before, ...ids])) {
      if (before.has(id) && ids.has(id)) continue;
      const object = this.document.get(id);
      if (object) this.#tiles.change(boxOf(object));
      this.#labels.change();
    }
  }

  #changed(changes: readonly Change[]): void {
    let all: ProjectedExtent | undefined;
    for (const { before, after } of changes) {
      for (const object of [before, after]) {
        if (!object) continue;
        const box = boxOf(object);
        if (changes.length < MANY_CHANGES) this.#tiles.change(box);
        else all = all ? uniteBoxes(all, box) : box;
      }
    }
    if (all) this.#tiles.change(all);
    this.#labels.change();
    this.redraw();
  }

  /** A window moved to another screen, or zoomed by the browser, gets canvases of the new density. */
  #watchRatio(): () => void {
    const changed = () => {
      const ratio = window.devicePixelRatio || 1;
      if (ratio === this.#ratio) return;
      this.#ratio = ratio;
      (this.#map as unknown as { pixelRatio_: number }).pixelRatio_ = ratio;
      this.#map.render();
    };
    window.addEventListener('resize', changed);
    return () => window.removeEventListener('resize', changed);
  }
}
