import OlMap from 'ol/Map.js';
import Layer from 'ol/layer/Layer.js';
import type OlBaseLayer from 'ol/layer/Base.js';
import DragPan from 'ol/interaction/DragPan.js';
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js';
import PinchZoom from 'ol/interaction/PinchZoom.js';
import Kinetic from 'ol/Kinetic.js';
import type { FrameState } from 'ol/Map.js';
import { of, type Observable } from 'rxjs';
import {
  Anchors,
  boxOf,
  uniteBoxes,
  type Box,
  type TileSource,
  GestureDispatcher,
  PointerInput,
  OverlayState,
  type RawGesture,
  themeColours,
  Overlay,
  currentTheme,
  watchTheme,
} from '#core/canvas';
import type { Change, Extent, MapObject, ProjectDocument } from '#core/document';
import { Lifetime, type Disposable, type Teardown } from '#core/kernel';
import {
  pickObjects,
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
} from '#core/mapview';
import type { Position } from '#core/protocol';
import type { WorkspaceMap } from '../api.ts';
import { CameraController } from './camera-controller.ts';
import { Labels } from './labels.ts';
import { Magnifier } from './magnifier.ts';
import { SheetPen } from './sheet-pen.ts';
import { BaseLayer } from './base-layer.ts';
import { lookOf, Tiles, type Look } from './tiles.ts';
import 'ol/ol.css';
import './map.css';

/** For more changes at once only their common extent is used. */
const MANY_CHANGES = 2_000;
/** More highlighted objects than this are drawn in the base layer, not in the overlay. */
const MAX_OVERLAY_HIGHLIGHTS = 300;

/** The 2D map on OpenLayers, which moves the view; the document is drawn here. */
export class MapView2D implements WorkspaceMap {
  readonly id = 'map-2d';
  readonly kind = '2d';
  readonly attribution$: Observable<string>;
  readonly #lifetime = new Lifetime();
  readonly #map: OlMap;
  readonly #camera = new CameraController();
  readonly #baseLayer: BaseLayer;
  readonly #tiles: Tiles;
  readonly #overlay = new Overlay('map2d-overlay');
  readonly #labels = new Labels();
  readonly #magnifier = new Magnifier();
  /** Where a finger drags what it hides. */
  #touchPixel: Pixel | undefined;
  readonly #whole: () => Extent | undefined;
  readonly #anchors: Anchors;
  readonly #viewport: HTMLElement;
  readonly #layer: Layer;
  readonly #gestures: GestureDispatcher;
  readonly #overlayState: OverlayState;
  #cursor: Pixel | undefined;
  #ratio = window.devicePixelRatio || 1;
  #look: Look | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly element: HTMLElement,
    readonly document: ProjectDocument,
    options: {
      background?: { readonly layers: readonly OlBaseLayer[]; readonly attribution$: Observable<string> };
      whole?: () => Extent | undefined;
    } = {},
  ) {
    this.attribution$ = options.background?.attribution$ ?? of('');
    this.#whole = options.whole ?? (() => undefined);
    this.#baseLayer = new BaseLayer(document);
    this.#gestures = new GestureDispatcher(this, document);
    this.#overlayState = new OverlayState(document, this.#baseLayer, MAX_OVERLAY_HIGHLIGHTS, (previews) =>
      previews ? this.#hide() : this.redraw(),
    );
    this.#tiles = new Tiles('rest', (context, sheet, box) =>
      this.#baseLayer.paintTile(context, sheet, box, this.#ratio),
    );
    const stack = window.document.createElement('div');
    stack.className = 'map2d-stack';
    stack.append(this.#tiles.element, this.#labels.element, this.#overlay.element, this.#magnifier.element);
    this.#layer = new Layer({ render: (frame) => (this.#draw(frame), stack) });
    this.#map = new OlMap({
      target: element,
      view: this.#camera.view,
      controls: [],
      interactions: [
        new DragPan({ kinetic: new Kinetic(-0.005, 0.05, 100) }),
        new PinchZoom(),
        new MouseWheelZoom({ duration: 180 }),
      ],
      layers: [...(options.background?.layers ?? []), this.#layer],
      pixelRatio: this.#ratio,
    });
    this.#lifetime.add(() => {
      this.#map.setTarget(undefined);
      this.#map.dispose();
    });
    this.#camera.attach(this.#map);
    this.#lifetime.add(this.#camera);
    this.#anchors = new Anchors(element, 'map2d-anchors', (position) => this.toPixel(position));
    this.#lifetime.add(this.#anchors);
    this.#viewport = this.#map.getViewport()!;
    this.#lifetime.add(new PointerInput(this.#viewport, (raw) => this.#dispatch(raw)));
    this.#lifetime.add(document.changes$.subscribe(({ changes }) => this.#changed(changes)));
    this.#lifetime.add(
      watchTheme(() => {
        this.#labels.change();
        this.redraw();
      }),
    );
    this.#lifetime.add(() => clearTimeout(this.#idle));
    this.#lifetime.add(this.#watchRatio());
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
    return this.#camera.toPixel(position);
  }
  toPosition(pixel: Pixel): Position | undefined {
    return this.#camera.toPosition(pixel);
  }
  fly(to: Position | Extent, options?: FlyOptions): void {
    this.#camera.fly(to, options);
  }
  pan(right: number, down: number): void {
    this.#camera.pan(right, down);
  }
  zoomBy(levels: number): void {
    this.#camera.zoomBy(levels);
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#gestures.dispose();
  }

  listen(listener: (gesture: Gesture) => boolean | void): Disposable {
    return this.#gestures.listen(listener);
  }

  pick(pixel: Pixel, tolerance?: number): Hit[] {
    return pickObjects({
      view: this,
      document: this.document,
      pixel,
      ...(tolerance === undefined ? {} : { tolerance }),
      accepts: (object) => this.#baseLayer.isPickable(object.typeName),
    });
  }

  attracts(typeName: string): boolean {
    return this.#baseLayer.attracts(typeName);
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
    if (!this.#overlayState.highlight(role, ids)) return;
    this.#mark();
    this.redraw();
  }

  setLayers(layers: readonly LayerState[]): void {
    this.#baseLayer.layers = layers;
    this.#tiles.reach = this.#baseLayer.reach;
    this.changed();
  }

  get layers(): readonly LayerState[] {
    return this.#baseLayer.layers;
  }

  /** Shapes besides the document's objects: vector tiles. */
  setTileSource(source: TileSource | undefined): void {
    this.#baseLayer.tileSource = source;
    this.changed();
  }

  /** Contents of `box` (EPSG:3857, metres) must be redrawn; undefined: everything. */
  changed(box?: Box): void {
    this.#tiles.change(box);
    this.#labels.change();
    this.redraw();
  }

  anchor(element: HTMLElement, at: Position, offset: Pixel = [0, 0]): Anchored {
    return this.#anchors.add(element, at, offset);
  }

  get whole(): Extent | undefined {
    return this.#whole();
  }

  setCursor(cursor: string | undefined): void {
    this.#viewport.style.cursor = cursor ?? '';
  }

  focus(): void {
    this.element.focus({ preventScroll: true });
  }

  /** The keyboard's crosshair; undefined hides it. */
  setKeyboardCursor(pixel: Pixel | undefined): void {
    this.#cursor = pixel;
    this.redraw();
  }

  get keyboardCursor(): Pixel | undefined {
    return this.#cursor;
  }

  press(kind: 'move' | 'click' | 'context', pixel: Pixel, modifiers: Partial<Modifiers> = {}): void {
    this.#dispatch({ kind, pixel, pointer: 'mouse', shift: false, alt: false, ctrl: false, ...modifiers });
  }

  /** Adds something that is closed before the map. */
  open(part: Teardown): void {
    this.#lifetime.add(part);
  }

  redraw(): void {
    this.#layer.changed();
  }

  /** True once everything in view is drawn. */
  get settled(): boolean {
    return this.#tiles.settled;
  }

  #dispatch(raw: RawGesture): boolean {
    const { claimed, gesture } = this.#gestures.dispatch(raw);
    const dragging = raw.pointer === 'touch' && raw.kind === 'drag';
    if (dragging || this.#touchPixel) {
      const { snap } = gesture;
      this.#touchPixel = dragging ? ((snap && this.toPixel(snap.position)) ?? raw.pixel) : undefined;
      this.redraw();
    }
    return claimed;
  }

  #draw(frame: FrameState): void {
    const look = lookOf(frame);
    this.#look = look;
    const more = this.#tiles.show(look);
    this.#labels.move(look);
    const colours = themeColours(currentTheme());
    const content = this.#overlayState.content(this.#cursor);
    this.#overlay.draw(look, content, (context) => new SheetPen(context, look, colours));
    this.#magnifier.show(this.#touchPixel, look, colours, this.#tiles, this.#overlay.element);
    this.#anchors.place();
    clearTimeout(this.#idle);
    if (more) this.#idle = setTimeout(() => this.#map.render());
    else if (!look.moving) this.#idle = setTimeout(() => this.#paintAhead(), 60);
  }
  /** What can wait until the map rests: labels, and tiles around the view. */
  #paintAhead(): void {
    if (this.#lifetime.closed || !this.#look) return;
    const { document: held, layers, hidden } = this.#baseLayer;
    this.#labels.draw(this.#look, themeColours(currentTheme()), held, layers, hidden);
    if (this.#tiles.ahead(8)) this.#idle = setTimeout(() => this.#paintAhead(), 16);
  }

  #mark(): void {
    const marked = this.#overlayState.bulkHighlighted;
    if (marked.length === 0 && this.#baseLayer.bulkHighlighted.size === 0) return;
    this.#baseLayer.bulkHighlighted = new Set(marked);
    const { selected } = themeColours(currentTheme());
    this.#baseLayer.bulkHighlightStyle = { stroke: selected, width: 3, fill: `${selected}33`, radius: 7 };
    this.#tiles.change();
  }

  /** Hides the originals of previewed objects; redraws what changed. */
  #hide(): void {
    const before = this.#baseLayer.hidden;
    const hidden = new Set(this.#overlayState.previewed.map(({ id }) => id));
    this.#baseLayer.hidden = hidden;
    for (const id of new Set([...before, ...hidden])) {
      if (before.has(id) && hidden.has(id)) continue;
      const object = this.document.get(id);
      if (object) this.#tiles.change(boxOf(object));
      this.#labels.change();
    }
    this.redraw();
  }

  #changed(changes: readonly Change[]): void {
    let all: Box | undefined;
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
