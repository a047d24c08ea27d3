import { BehaviorSubject } from 'rxjs';
import type { MapObject, ProjectDocument } from '#core/document';
import { findSnap, pickObjects } from '#core/mapview';
import type {
  Camera,
  Gesture,
  HighlightRole,
  Hit,
  MapView,
  Modifiers,
  Pixel,
  Sketch,
  SnapOptions,
} from '#core/mapview';
import type { Position } from '#core/protocol';

/** Degrees per pixel: 1e-5° is about 1.1 m on the equator. */
export const DEGREES_PER_PIXEL = 1e-5;

/**
 * A viewer without a screen, for gesture tests: 1000 × 1000 pixels, pixel (500, 500) is 0° 0°, north is up. It snaps
 * and picks over `document` as every viewer does.
 */
export class FlatView implements MapView {
  readonly id = 'map-2d';
  readonly kind = '2d';
  readonly camera: Camera = {
    center: [0, 0],
    extent: [-0.005, -0.005, 0.005, 0.005],
    zoom: 17,
    resolution: 1.11,
    heading: 0,
  };
  readonly camera$ = new BehaviorSubject(this.camera);

  readonly sketches = new Map<string, Sketch>();
  snapping: SnapOptions | undefined;
  previewed: readonly MapObject[] = [];
  cursor: string | undefined;
  readonly highlighted = new Map<HighlightRole, readonly string[]>();

  constructor(readonly document: ProjectDocument) {}

  listen(): { dispose(): void } {
    return { dispose: () => undefined };
  }
  toPixel([longitude, latitude]: Position): Pixel {
    return [500 + longitude / DEGREES_PER_PIXEL, 500 - latitude / DEGREES_PER_PIXEL];
  }
  toPosition([x, y]: Pixel): Position {
    // Rounded: tests use whole pixels.
    const degrees = (pixels: number): number => Number((pixels * DEGREES_PER_PIXEL).toFixed(12));
    return [degrees(x - 500), degrees(500 - y)];
  }
  pick(pixel: Pixel, tolerance?: number): Hit[] {
    return pickObjects({ view: this, document: this.document, pixel, tolerance });
  }
  readonly unattractive = new Set<string>();
  attracts({ typeName }: MapObject): boolean {
    return !this.unattractive.has(typeName);
  }
  setSnapping(options: SnapOptions | undefined): void {
    this.snapping = options;
  }
  show(sketch: Sketch | undefined, slot = 'tool'): void {
    if (sketch) this.sketches.set(slot, sketch);
    else this.sketches.delete(slot);
  }
  /** What the active tool shows. */
  get sketch(): Sketch | undefined {
    return this.sketches.get('tool');
  }
  preview(objects: readonly MapObject[]): { dispose(): void; update(objects: readonly MapObject[]): void } {
    this.previewed = objects;
    return {
      update: (next) => {
        this.previewed = next;
      },
      dispose: () => {
        this.previewed = [];
      },
    };
  }
  highlight(role: HighlightRole, ids: readonly string[]): void {
    this.highlighted.set(role, ids);
  }
  setLayers(): void {}
  /** As in every viewer, anchored elements are in the page, here without a position. */
  anchor(element: HTMLElement): { move(): void; dispose(): void } {
    element.ownerDocument.body.append(element);
    return { move: () => undefined, dispose: () => element.remove() };
  }
  fly(): void {}
  setCursor(cursor: string | undefined): void {
    this.cursor = cursor;
  }
  focus(): void {}
  dispose(): void {}

  /** The gesture at a pixel, snapped as the tool requires. */
  gesture(
    kind: Gesture['kind'],
    pixel: Pixel,
    modifiers: Partial<Modifiers> & { pointer?: Gesture['pointer'] } = {},
  ): Gesture {
    const { snapping: options, document } = this;
    const snap = options && findSnap({ view: this, index: document.index, pixel, options });
    return {
      kind,
      pixel,
      position: snap?.position ?? this.toPosition(pixel),
      pointer: modifiers.pointer ?? 'mouse',
      shift: modifiers.shift ?? false,
      alt: modifiers.alt ?? false,
      ctrl: modifiers.ctrl ?? false,
      ...(snap ? { snap } : {}),
    };
  }
}

interface GestureTarget {
  gesture(gesture: Gesture): boolean | void;
  key?(key: Modifiers & { key: string }): boolean;
}

/** Sends gestures to a tool on a `FlatView`, for tests. */
export class TestPointer {
  constructor(
    readonly view: FlatView,
    readonly target: GestureTarget,
  ) {}

  move(x: number, y: number, modifiers: Partial<Modifiers> = {}): this {
    this.target.gesture(this.view.gesture('move', [x, y], modifiers));
    return this;
  }
  /** As a browser reports it: the pointer enters, goes down (unclaimed or claimed), up, and clicks. */
  click(x: number, y: number, modifiers: Partial<Modifiers> & { pointer?: Gesture['pointer'] } = {}): this {
    if (modifiers.pointer !== 'touch') this.move(x, y, modifiers);
    if (this.target.gesture(this.view.gesture('down', [x, y], modifiers)))
      this.target.gesture(this.view.gesture('up', [x, y], modifiers));
    this.target.gesture(this.view.gesture('click', [x, y], modifiers));
    return this;
  }
  double(x: number, y: number): this {
    this.click(x, y).click(x, y);
    this.target.gesture(this.view.gesture('double', [x, y]));
    return this;
  }
  context(x: number, y: number, modifiers: { pointer?: Gesture['pointer'] } = {}): this {
    this.target.gesture(this.view.gesture('context', [x, y], modifiers));
    return this;
  }
  /** Down, some drags, up. Returns whether the tool claimed it. */
  drag(from: Pixel, to: Pixel, modifiers: Partial<Modifiers> = {}): boolean {
    if (!this.target.gesture(this.view.gesture('down', from, modifiers))) return false;
    for (const part of [0.5, 1])
      this.target.gesture(
        this.view.gesture(
          'drag',
          [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part],
          modifiers,
        ),
      );
    this.target.gesture(this.view.gesture('up', to, modifiers));
    return true;
  }
  key(key: string, modifiers: Partial<Modifiers> = {}): boolean {
    return this.target.key?.({ key, shift: false, alt: false, ctrl: false, ...modifiers }) ?? false;
  }
}
