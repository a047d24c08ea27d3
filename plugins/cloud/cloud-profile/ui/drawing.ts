import type { ProfileHands } from '../model/hands.ts';
import { paintPoints } from '../model/paint-points.ts';
import {
  fitted,
  panned,
  resized,
  toPixel,
  toPlace,
  zoomed,
  type ProfileWindow,
} from '../model/profile-window.ts';
import type { CloudProfile } from '../model/profile.ts';
import { drawAxes, drawInside, themeAt, type ProfileLook } from './draw-profile.ts';

type At = readonly [number, number];

/** One over the other: axes, points, and what is measured and drawn. */
export interface Canvases {
  readonly axes: HTMLCanvasElement;
  readonly points: HTMLCanvasElement;
  readonly inside: HTMLCanvasElement;
}

/** CSS pixels of an arrow key. */
const NUDGE = 10;
/** Points beyond which each is drawn smaller. */
const MANY = 100_000;

const ARROWS: Readonly<Record<string, At>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The window of the canvases, and what is painted on them: new points are painted over those that are there. */
export class Drawing {
  window: ProfileWindow | undefined;
  #again: () => void = () => undefined;
  /** The person has moved or zoomed: new points no longer fit the window again. */
  #isTouched = false;
  #fittedFor: string | undefined;
  #raster: ImageData | undefined;
  #painted: { of: unknown; count: number; window: ProfileWindow; colour: unknown } | undefined;

  draw(canvases: Canvases, profile: CloudProfile, hands: ProfileHands, look: ProfileLook): void {
    const ratio = window.devicePixelRatio || 1;
    const size = { width: canvases.axes.clientWidth, height: canvases.axes.clientHeight };
    if (size.width === 0 || size.height === 0) return;
    const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
    for (const canvas of [canvases.axes, canvases.points, canvases.inside]) {
      if (canvas.width === width && canvas.height === height) continue;
      canvas.width = width;
      canvas.height = height;
      this.#painted = undefined;
    }
    this.#place(size, profile);
    const view = this.window!;
    const axes = cleared(canvases.axes, size, ratio);
    if (profile.line) drawAxes(axes, view, look);
    this.#points(canvases.points, profile, ratio);
    const { pointed } = profile;
    const isOpen = hands.isDrawing && profile.hand !== 'lasso';
    const sketch = isOpen && pointed ? [...hands.sketch, pointed] : hands.sketch;
    drawInside(cleared(canvases.inside, size, ratio), view, profile, sketch, look);
  }

  /** What draws again soon. */
  follow(again: () => void): void {
    this.#again = again;
  }

  /** Shows everything at the next drawing. */
  fit(): void {
    this.#isTouched = false;
    this.#fittedFor = undefined;
    this.#again();
  }

  show(next: ProfileWindow): void {
    if (next !== this.window) this.#isTouched = true;
    this.window = next;
    this.#again();
  }

  zoom(by: number, [x, y]: At): void {
    if (this.window) this.show(zoomed(this.window, by, x, y));
  }

  pinch(before: At, now: At, other: At): void {
    if (!this.window) return;
    const was = Math.max(10, Math.hypot(before[0] - other[0], before[1] - other[1]));
    const is = Math.max(10, Math.hypot(now[0] - other[0], now[1] - other[1]));
    const moved = panned(this.window, (now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
    this.show(zoomed(moved, is / was, (now[0] + other[0]) / 2, (now[1] + other[1]) / 2));
  }

  /**
   * Arrows move the profile, or the cursor of a hand; Enter is a click there, Space finishes. Returns whether the key
   * was used.
   */
  key(key: string, fine: boolean, profile: CloudProfile, hands: ProfileHands): boolean {
    const view = this.window;
    if (!view) return false;
    const { hand, pointed } = profile;
    const cursor: At = pointed ? toPixel(view, pointed) : [view.width / 2, view.height / 2];
    const arrow = ARROWS[key];
    if (arrow) {
      const by = fine ? 1 : NUDGE;
      if (hand === 'move') this.show(panned(view, -arrow[0] * by * 4, -arrow[1] * by * 4));
      else profile.setPointed(toPlace(view, cursor[0] + arrow[0] * by, cursor[1] + arrow[1] * by));
    } else if (key === '+') this.zoom(1.25, cursor);
    else if (key === '-') this.zoom(0.8, cursor);
    else if (key === '0') this.fit();
    else if (key === 'Enter' && hand === 'lasso') {
      if (hands.isDrawing) hands.drag(view, cursor);
      else hands.down(view, cursor);
    } else if (key === 'Enter' && hand !== 'move') hands.click(view, cursor);
    else if (key === ' ' && hands.isDrawing) {
      if (hand === 'lasso') hands.up();
      else hands.complete();
    } else if (key === 'Backspace' && hands.isDrawing) hands.takeBack();
    else if (key === 'Escape') return hands.cancel();
    else return false;
    return true;
  }

  /** The whole drawing on the surface of the theme. */
  picture(canvases: Canvases): HTMLCanvasElement {
    const whole = document.createElement('canvas');
    whole.width = canvases.axes.width;
    whole.height = canvases.axes.height;
    const context = whole.getContext('2d')!;
    context.fillStyle = themeAt(canvases.axes).surface;
    context.fillRect(0, 0, whole.width, whole.height);
    for (const canvas of [canvases.axes, canvases.points, canvases.inside]) context.drawImage(canvas, 0, 0);
    return whole;
  }

  #place(size: { width: number; height: number }, { line, heights, exaggeration }: CloudProfile): void {
    const range = [line?.length, ...heights, exaggeration, size.width, size.height].join();
    if (!this.window || (!this.#isTouched && range !== this.#fittedFor))
      this.window = fitted(size, line?.length ?? 1, ...heights, exaggeration);
    else if (this.window.width !== size.width || this.window.height !== size.height)
      this.window = resized(this.window, size);
    this.#fittedFor = range;
  }

  #points(canvas: HTMLCanvasElement, { points, colourOf }: CloudProfile, ratio: number): void {
    const view = this.window!;
    const painted = this.#painted;
    const isSame = painted?.of === points && painted.window === view && painted.colour === colourOf;
    if (isSame && painted.count === points.count) return;
    const context = canvas.getContext('2d')!;
    if (this.#raster?.width !== canvas.width || this.#raster.height !== canvas.height)
      this.#raster = context.createImageData(canvas.width, canvas.height);
    const pixels = new Uint32Array(this.#raster.data.buffer);
    if (!isSame) pixels.fill(0);
    const size = Math.max(1, Math.round((points.count > MANY ? 1.5 : 2.5) * ratio));
    const raster = { width: canvas.width, height: canvas.height, pixels };
    paintPoints(raster, points, view, colourOf, { ratio, size, first: isSame ? painted.count : 0 });
    context.putImageData(this.#raster, 0, 0);
    this.#painted = { of: points, count: points.count, window: view, colour: colourOf };
  }
}

function cleared(
  canvas: HTMLCanvasElement,
  size: { readonly width: number; readonly height: number },
  ratio: number,
): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  return context;
}
