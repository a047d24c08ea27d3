/** Point clouds in our view and on bare pages: frames, picks, a flight, and how soon a COPC is seen. */
import { Vector3 } from 'three';
import { bareCopc, ourCopc, type Opened } from './copc.ts';
import { bareStage, ourStage, PATIENCE, type CloudPlace, type Pixel, type Stage } from './stages.ts';

export type CloudRenderer = 'ours' | 'peer';
export interface CloudPage {
  /** Opens the COPC, once in a page; resolves when at least `points` of its points are on screen. */
  opened(kind: CloudRenderer, points: number): Promise<Opened>;
  /** Shows a cloud; resolves when at least `points` points are drawn. */
  show(kind: CloudRenderer, place: CloudPlace, from: Look, points: number): Promise<void>;
  /** Milliseconds of each frame while the camera turns around the middle. */
  frames(count: number): Promise<{ times: number[]; points: number }>;
  /** Milliseconds of all picks; and of each where the point was that it found. */
  picks(pixels: readonly Pixel[]): { time: number; found: (number[] | undefined)[] };
  /** Flies one round over the hills, and waits until everything is loaded at its end. */
  fly(seconds: number): Promise<{ frames: number; points: number; card: number; losses: number }>;
  close(): void;
}

/** Where the camera looks at, northwards. */
export interface Look {
  readonly middle: readonly [number, number, number];
  readonly metres: number;
  /** Degrees from straight down. */
  readonly tilt: number;
}

/** Metres of a round of the flight, and above the ground. */
const [RADIUS, ABOVE] = [700, 180];

const element = document.createElement('div');
element.style.cssText = 'position:fixed;inset:0';
document.body.append(element);

let stage: Stage | undefined;
let losses = 0;
document.addEventListener('webglcontextlost', () => losses++, true);

/** Bytes of buffers that the graphics card has for this page. */
let card = 0;
const sizes = new Map<WebGLBuffer, number>();
const bound = new Map<number, WebGLBuffer | null>();
const { bindBuffer, bufferData, deleteBuffer } = WebGL2RenderingContext.prototype;
Object.assign(WebGL2RenderingContext.prototype, {
  bindBuffer(this: WebGL2RenderingContext, target: number, buffer: WebGLBuffer | null) {
    bound.set(target, buffer);
    bindBuffer.call(this, target, buffer);
  },
  bufferData(this: WebGL2RenderingContext, target: number, ...rest: unknown[]) {
    const data = rest[0] as number | ArrayBufferView;
    const buffer = bound.get(target);
    if (buffer) count(buffer, typeof data === 'number' ? data : data.byteLength);
    Reflect.apply(bufferData, this, [target, ...rest]);
  },
  deleteBuffer(this: WebGL2RenderingContext, buffer: WebGLBuffer | null) {
    if (buffer) count(buffer, 0);
    deleteBuffer.call(this, buffer);
  },
});

function count(buffer: WebGLBuffer, bytes: number): void {
  card += bytes - (sizes.get(buffer) ?? 0);
  if (bytes === 0) sizes.delete(buffer);
  else sizes.set(buffer, bytes);
}

const page: CloudPage = {
  opened: (kind, points) => (kind === 'ours' ? ourCopc : bareCopc)(element, points),
  async show(kind, place, { middle, metres, tilt }, points) {
    page.close();
    stage = await (kind === 'ours' ? ourStage : bareStage)(element, place);
    const { eye } = stage;
    eye.target.set(...middle);
    [eye.distance, eye.heading, eye.tilt, eye.reach] = [metres, 0, tilt, 3000];
    await stage.frame();
    await stage.load(points);
    await stage.frame();
  },
  async frames(many) {
    const times = [];
    for (let i = 0; i < many; i++) {
      stage!.eye.heading += 3;
      times.push(await stage!.frame());
    }
    return { times, points: stage!.points };
  },
  picks(pixels) {
    stage!.pick(pixels[0]!);
    const begun = performance.now();
    const found = pixels.map((pixel) => stage!.pick(pixel)?.toArray());
    return { time: performance.now() - begun, found };
  },
  async fly(seconds) {
    const { eye } = stage!;
    const begun = performance.now();
    let frames = 0;
    for (let gone = 0; gone < 1; gone = (performance.now() - begun) / 1000 / seconds) {
      const angle = 2 * Math.PI * gone;
      eye.target.copy(new Vector3(1000 + RADIUS * Math.sin(angle), 1000 + RADIUS * Math.cos(angle), ABOVE));
      [eye.distance, eye.heading, eye.tilt] = [60, (angle * 180) / Math.PI + 90, 60];
      await stage!.frame();
      frames++;
    }
    // Every round ends at the same place.
    eye.target.set(1000, 1000 + RADIUS, ABOVE);
    eye.heading = 90;
    const patience = performance.now() + PATIENCE;
    do {
      await stage!.frame();
      if (performance.now() > patience) throw new Error('Not everything in view was loaded in time.');
    } while (!stage!.settled);
    return { frames, points: stage!.points, card, losses };
  },
  close() {
    stage?.dispose();
    stage = undefined;
  },
};
Object.assign(window, { bench: page });
