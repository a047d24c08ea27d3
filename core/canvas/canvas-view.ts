import type { Observable } from 'rxjs';
import type { Extent, MapObject, ProjectDocument } from '#core/document';
import { Lifetime, type Disposable, type Teardown } from '#core/kernel';
import {
  pickObjects,
  type Anchored,
  type Camera,
  type FlyOptions,
  type Gesture,
  type HighlightRole,
  type Hit,
  type Modifiers,
  type Pixel,
  type Sketch,
  type SnapOptions,
} from '#core/mapview';
import type { Position } from '#core/protocol';
import { Anchors } from './anchors.ts';
import { GestureDispatcher } from './gesture-dispatcher.ts';
import type { ViewerLayers } from './layers.ts';
import { Overlay } from './overlay.ts';
import { OverlayState } from './overlay-state.ts';
import type { Pen } from './pen.ts';
import { PointerInput, type MapDrags, type RawGesture } from './pointer-input.ts';
import { currentTheme, themeColours, watchTheme, type ThemeColours } from './theme.ts';

/** The camera operations of an engine. */
export interface CameraMoves {
  readonly camera$: Observable<Camera>;
  readonly camera: Camera;
  readonly size: Pixel;
  fly(to: Position | Extent, options?: FlyOptions): void;
  pan(right: number, down: number): void;
  zoomBy(levels: number): void;
}

interface CanvasViewOptions {
  /** Prefix of the class names of its elements: `map2d` gives `map2d-overlay` and `map2d-anchors`. */
  readonly prefix: string;
  /** Roles with more highlighted objects than this are not drawn in the overlay. */
  readonly maxHighlights: number;
}

/**
 * Base class of all viewers, independent of the map engine: gestures, the overlay with what tools show, and anchored
 * elements. The engine's viewer calls `attach` once its element exists, and `drawOverlay` at every frame.
 */
export abstract class CanvasView<L extends ViewerLayers> implements Disposable {
  protected readonly lifetime = new Lifetime();
  protected readonly overlay: Overlay;
  protected readonly overlayState: OverlayState;
  protected abstract readonly cameraMoves: CameraMoves;
  readonly #gestures: GestureDispatcher;
  readonly #prefix: string;
  #anchors: Anchors | undefined;
  #surface: HTMLElement | undefined;
  #whole: () => Extent | undefined = () => undefined;
  #keyboardCursor: Pixel | undefined;

  constructor(
    readonly element: HTMLElement,
    readonly document: ProjectDocument,
    protected readonly typeLayers: L,
    { prefix, maxHighlights }: CanvasViewOptions,
  ) {
    this.#prefix = prefix;
    this.overlay = new Overlay(`${prefix}-overlay`);
    this.#gestures = new GestureDispatcher(this, document);
    this.overlayState = new OverlayState(document, typeLayers, maxHighlights, (previews) => {
      if (previews) this.hide(new Set(this.overlayState.previewed.map(({ id }) => id)));
      this.redraw();
    });
    this.lifetime.add(watchTheme(() => this.onTheme()));
  }

  abstract toPixel(position: Position): Pixel | undefined;
  abstract toPosition(pixel: Pixel, height?: number): Position | undefined;
  abstract redraw(): void;

  /** Draws the map without these objects of the document: they are previewed in the overlay. */
  protected abstract hide(ids: ReadonlySet<string>): void;

  /** Called before the redraw when other objects are highlighted. */
  protected onHighlight?(): void;

  protected onTheme(): void {
    this.redraw();
  }

  get camera$(): Observable<Camera> {
    return this.cameraMoves.camera$;
  }
  get camera(): Camera {
    return this.cameraMoves.camera;
  }
  get size(): Pixel {
    return this.cameraMoves.size;
  }
  fly(to: Position | Extent, options?: FlyOptions): void {
    this.cameraMoves.fly(to, options);
  }
  pan(right: number, down: number): void {
    this.cameraMoves.pan(right, down);
  }
  zoomBy(levels: number): void {
    this.cameraMoves.zoomBy(levels);
  }

  /** The extent of all objects of the project; undefined if there are none. */
  get whole(): Extent | undefined {
    return this.#whole();
  }
  set whole(whole: () => Extent | undefined) {
    this.#whole = whole;
  }

  listen(listener: (gesture: Gesture) => boolean | void): Disposable {
    return this.#gestures.listen(listener);
  }

  /** Called with every gesture, before anybody can take it. */
  protected watch(watcher: (gesture: Gesture) => void): Disposable {
    return this.#gestures.watch(watcher);
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

  attracts(object: MapObject): boolean {
    return this.typeLayers.attracts(object);
  }

  setSnapping(options: SnapOptions | undefined): void {
    this.#gestures.snapping = options;
  }

  show(sketch: Sketch | undefined, slot?: string): void {
    this.overlayState.show(sketch, slot);
  }

  preview(objects: readonly MapObject[]): Disposable & { update(objects: readonly MapObject[]): void } {
    return this.overlayState.preview(objects);
  }

  highlight(role: HighlightRole, ids: readonly string[]): void {
    if (!this.overlayState.highlight(role, ids)) return;
    this.onHighlight?.();
    this.redraw();
  }

  anchor(element: HTMLElement, at: Position, offset: Pixel = [0, 0]): Anchored {
    return this.#anchors!.add(element, at, offset);
  }

  setCursor(cursor: string | undefined): void {
    this.#surface!.style.cursor = cursor ?? '';
  }

  focus(): void {
    this.element.focus({ preventScroll: true });
  }

  /** Sets the keyboard's crosshair; undefined hides it. */
  setKeyboardCursor(pixel: Pixel | undefined): void {
    this.#keyboardCursor = pixel;
    this.redraw();
  }

  get keyboardCursor(): Pixel | undefined {
    return this.#keyboardCursor;
  }

  press(kind: 'move' | 'click' | 'context', pixel: Pixel, modifiers: Partial<Modifiers> = {}): void {
    this.dispatch({ kind, pixel, pointer: 'mouse', shift: false, alt: false, ctrl: false, ...modifiers });
  }

  /** Adds a part that is closed with the viewer, before it. */
  open(part: Teardown): void {
    this.lifetime.add(part);
  }

  dispose(): void {
    this.lifetime.dispose();
    this.#gestures.dispose();
  }

  /** Listens to the pointer on the engine's element, and puts the anchored elements over it. */
  protected attach(surface: HTMLElement, drags?: MapDrags): void {
    this.#surface = surface;
    this.#anchors = this.lifetime.add(
      new Anchors(this.element, `${this.#prefix}-anchors`, (position) => this.toPixel(position)),
    );
    this.lifetime.add(new PointerInput(surface, (raw) => this.dispatch(raw).claimed, drags));
  }

  protected dispatch(raw: RawGesture): { readonly claimed: boolean; readonly gesture: Gesture } {
    return this.#gestures.dispatch(raw);
  }

  /** `size` is in CSS pixels, `ratio` in device pixels per CSS pixel. */
  protected drawOverlay(
    frame: { readonly size: Pixel; readonly ratio: number },
    penOf: (context: CanvasRenderingContext2D, colours: ThemeColours) => Pen,
  ): void {
    const colours = themeColours(currentTheme());
    const content = this.overlayState.content(this.#keyboardCursor);
    this.overlay.draw(frame, content, (context) => penOf(context, colours));
    this.#anchors?.place();
  }
}
