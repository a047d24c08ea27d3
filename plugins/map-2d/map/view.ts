import OlMap from 'ol/Map.js';
import Layer from 'ol/layer/Layer.js';
import type BaseLayer from 'ol/layer/Base.js';
import DragPan from 'ol/interaction/DragPan.js';
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js';
import PinchZoom from 'ol/interaction/PinchZoom.js';
import Kinetic from 'ol/Kinetic.js';
import type { FrameState } from 'ol/Map.js';
import { of, type Observable } from 'rxjs';
import {
  Anchors,
  boxOf,
  united,
  type Box,
  type Elsewhere,
  Ears,
  Hands,
  OnShow,
  type RawGesture,
  inkOf,
  Overlay,
  themeNow,
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
import { Eye } from './eye.ts';
import { Labels } from './labels.ts';
import { Magnifier } from './magnifier.ts';
import { SheetPen } from './sheet-pen.ts';
import { Rest } from './rest.ts';
import { lookOf, Tiles, type Look } from './tiles.ts';
import 'ol/ol.css';
import './map.css';

/** Of so many changes at once only the box around all of them is looked at. */
const MANY_CHANGES = 2_000;
/** More highlighted objects than this are marked where they rest, not in the overlay. */
const MANY_MARKS = 300;

/** The 2D map over OpenLayers: it moves the view; what is seen of the document is drawn here. */
export class MapView2D implements WorkspaceMap {
  readonly id = 'map-2d';
  readonly kind = '2d';
  readonly attribution$: Observable<string>;
  readonly #lifetime = new Lifetime();
  readonly #map: OlMap;
  readonly #eye = new Eye();
  readonly #rest: Rest;
  readonly #tiles: Tiles;
  readonly #overlay = new Overlay('map2d-overlay');
  readonly #labels = new Labels();
  readonly #magnifier = new Magnifier();
  /** Where a finger drags what it hides. */
  #finger: Pixel | undefined;
  readonly #whole: () => Extent | undefined;
  readonly #anchors: Anchors;
  readonly #viewport: HTMLElement;
  readonly #layer: Layer;
  readonly #ears: Ears;
  readonly #shown: OnShow;
  #cursor: Pixel | undefined;
  #ratio = window.devicePixelRatio || 1;
  #look: Look | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly element: HTMLElement,
    readonly document: ProjectDocument,
    options: {
      background?: { readonly layers: readonly BaseLayer[]; readonly attribution$: Observable<string> };
      whole?: () => Extent | undefined;
    } = {},
  ) {
    this.attribution$ = options.background?.attribution$ ?? of('');
    this.#whole = options.whole ?? (() => undefined);
    this.#rest = new Rest(document);
    this.#ears = new Ears(this, document);
    this.#shown = new OnShow(document, this.#rest, MANY_MARKS, (previews) =>
      previews ? this.#hide() : this.redraw(),
    );
    this.#tiles = new Tiles('rest', (context, sheet, box) =>
      this.#rest.paintTile(context, sheet, box, this.#ratio),
    );
    const stack = window.document.createElement('div');
    stack.className = 'map2d-stack';
    stack.append(this.#tiles.element, this.#labels.element, this.#overlay.element, this.#magnifier.element);
    this.#layer = new Layer({ render: (frame) => (this.#draw(frame), stack) });
    this.#map = new OlMap({
      target: element,
      view: this.#eye.view,
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
    this.#eye.look(this.#map);
    this.#lifetime.add(this.#eye);
    this.#anchors = new Anchors(element, 'map2d-anchors', (position) => this.toPixel(position));
    this.#lifetime.add(this.#anchors);
    this.#viewport = this.#map.getViewport()!;
    this.#lifetime.add(new Hands(this.#viewport, (raw) => this.#tell(raw)));
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
    return this.#eye.camera$;
  }
  get camera(): Camera {
    return this.#eye.camera;
  }
  get size(): Pixel {
    return this.#eye.size;
  }
  toPixel(position: Position): Pixel | undefined {
    return this.#eye.toPixel(position);
  }
  toPosition(pixel: Pixel): Position | undefined {
    return this.#eye.toPosition(pixel);
  }
  fly(to: Position | Extent, options?: FlyOptions): void {
    this.#eye.fly(to, options);
  }
  pan(right: number, down: number): void {
    this.#eye.pan(right, down);
  }
  zoomBy(levels: number): void {
    this.#eye.zoomBy(levels);
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#ears.dispose();
  }

  listen(hear: (gesture: Gesture) => boolean | void): Disposable {
    return this.#ears.listen(hear);
  }

  pick(pixel: Pixel, tolerance?: number): Hit[] {
    return pickObjects({
      view: this,
      document: this.document,
      pixel,
      ...(tolerance === undefined ? {} : { tolerance }),
      accepts: (object) => this.#rest.reachable(object.typeName),
    });
  }

  attracts(typeName: string): boolean {
    return this.#rest.attracts(typeName);
  }

  setSnapping(options: SnapOptions | undefined): void {
    this.#ears.snapping = options;
  }

  show(sketch: Sketch | undefined, slot?: string): void {
    this.#shown.show(sketch, slot);
  }

  preview(objects: readonly MapObject[]): Disposable & { update(objects: readonly MapObject[]): void } {
    return this.#shown.preview(objects);
  }

  highlight(role: HighlightRole, ids: readonly string[]): void {
    if (!this.#shown.highlight(role, ids)) return;
    this.#mark();
    this.redraw();
  }

  setLayers(layers: readonly LayerState[]): void {
    this.#rest.layers = layers;
    this.#tiles.reach = this.#rest.reach;
    this.changed();
  }

  get layers(): readonly LayerState[] {
    return this.#rest.layers;
  }

  /** Shapes beside the document's objects: vector tiles. */
  setElsewhere(elsewhere: Elsewhere | undefined): void {
    this.#rest.elsewhere = elsewhere;
    this.changed();
  }

  /** What rests in `box` (EPSG:3857, metres) must be drawn again; nothing: all of it. */
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
    this.#tell({ kind, pixel, pointer: 'mouse', shift: false, alt: false, ctrl: false, ...modifiers });
  }

  /** What lives as long as the map; closed with it, before it. */
  open(part: Teardown): void {
    this.#lifetime.add(part);
  }

  redraw(): void {
    this.#layer.changed();
  }

  /** True once everything in view is drawn as it is. */
  get settled(): boolean {
    return this.#tiles.settled;
  }

  #tell(raw: RawGesture): boolean {
    const { claimed, gesture } = this.#ears.tell(raw);
    const dragging = raw.pointer === 'touch' && raw.kind === 'drag';
    if (dragging || this.#finger) {
      const { snap } = gesture;
      this.#finger = dragging ? ((snap && this.toPixel(snap.position)) ?? raw.pixel) : undefined;
      this.redraw();
    }
    return claimed;
  }

  #draw(frame: FrameState): void {
    const look = lookOf(frame);
    this.#look = look;
    const more = this.#tiles.show(look);
    this.#labels.move(look);
    const ink = inkOf(themeNow());
    const content = this.#shown.content(this.#cursor);
    this.#overlay.draw(look, content, (context) => new SheetPen(context, look, ink));
    this.#magnifier.show(this.#finger, look, ink, this.#tiles, this.#overlay.element);
    this.#anchors.place();
    clearTimeout(this.#idle);
    if (more) this.#idle = setTimeout(() => this.#map.render());
    else if (!look.moving) this.#idle = setTimeout(() => this.#paintAhead(), 60);
  }
  /** What can wait until the map rests: labels, and tiles around what is in view. */
  #paintAhead(): void {
    if (this.#lifetime.closed || !this.#look) return;
    const { document: held, layers, hidden } = this.#rest;
    this.#labels.draw(this.#look, inkOf(themeNow()), held, layers, hidden);
    if (this.#tiles.ahead(8)) this.#idle = setTimeout(() => this.#paintAhead(), 16);
  }

  #mark(): void {
    const marked = this.#shown.many;
    if (marked.length === 0 && this.#rest.marked.size === 0) return;
    this.#rest.marked = new Set(marked);
    const { selected } = inkOf(themeNow());
    this.#rest.markStyle = { stroke: selected, width: 3, fill: `${selected}33`, radius: 7 };
    this.#tiles.change();
  }

  /** The objects previewed now do not rest; what went or came is drawn again. */
  #hide(): void {
    const before = this.#rest.hidden;
    const hidden = new Set(this.#shown.previewed.map(({ id }) => id));
    this.#rest.hidden = hidden;
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
        else all = all ? united(all, box) : box;
      }
    }
    if (all) this.#tiles.change(all);
    this.#labels.change();
    this.redraw();
  }

  /** A window that is moved to another screen, or zoomed by the browser, gets canvases of the new density. */
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
