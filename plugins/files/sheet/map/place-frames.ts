import { planeAbout } from '#core/sheets';
import { HANDLE_TOLERANCE, pixelDistance, type Gesture, type Pixel } from '#core/mapview';
import type { Panels } from '#core/plugin';
import type { Position } from '#core/protocol';
import { BaseToolSession, type StateOfTool, type Tool, type ToolContext } from '#core/tools';
import type { DraftFrame } from '../model/profile-draft.ts';
import type { FrameRing, SheetDesk } from '../model/sheet-desk.ts';

/** CSS pixels from the upper edge of a frame to the handle that turns it. */
const ARM = 34;
/** Degrees: step of a rotation with Shift. */
const STEP = 15;

/** Moves and turns the frames of a sheet on the flat map. */
export class PlaceFrames implements Tool {
  constructor(
    readonly desk: SheetDesk,
    readonly panels: Pick<Panels, 'open'>,
  ) {}

  start(context: ToolContext): PlaceFramesSession {
    this.panels.open('sheet.panel');
    return new PlaceFramesSession(context, this.desk);
  }
}

interface Grip {
  readonly kind: 'move' | 'turn';
  readonly index: number;
  readonly before: DraftFrame;
  /** All frames as they were. */
  readonly frames: readonly DraftFrame[];
  /** In the plane of the frame: where it was taken. */
  readonly from: readonly [number, number];
}

class PlaceFramesSession extends BaseToolSession {
  readonly #desk: SheetDesk;
  #grip: Grip | undefined;
  /** Frames as they were before each step. */
  readonly #before: (readonly DraftFrame[])[] = [];

  constructor(context: ToolContext, desk: SheetDesk) {
    super(context);
    this.#desk = desk;
    this.follow(() => this.#draw(), this.view.camera$);
    this.react(
      () => {
        this.#draw();
        this.update();
      },
      () => [desk.rings, desk.active, desk.isOpen, desk.isReady],
    );
    this.#draw();
  }

  protected describe(): StateOfTool {
    const frame = this.#desk.frame;
    if (!frame || !this.#desk.isReady) return { hint: 'sheet:hint.wait' };
    return { hint: 'sheet:hint.drag', canTakeBack: this.#before.length > 0 };
  }

  override cancel(): void {
    if (this.#grip) this.#desk.setFrame(this.#grip.index, this.#grip.before);
    this.#grip = undefined;
  }

  protected override takeBack(): boolean {
    const frames = this.#before.pop();
    if (frames) this.#desk.setFrames(frames);
    this.update();
    return frames !== undefined;
  }

  protected override onClick({ pixel }: Gesture): void {
    const index = this.#frameAt(pixel);
    if (index !== undefined) this.#desk.choose(index);
  }

  protected override onDown({ pixel, position, pointer, ctrl }: Gesture): boolean {
    const handle = this.#handle();
    if (!position || ctrl) return false;
    const isTurning = handle && pixelDistance(pixel, handle.pixel) <= HANDLE_TOLERANCE[pointer];
    const index = isTurning ? this.#desk.active : this.#frameAt(pixel);
    const before = index === undefined ? undefined : this.#desk.frames[index];
    const from = before && this.#inPlane(before, position);
    if (index === undefined || !before || !from) return false;
    this.#desk.choose(index);
    this.#grip = { kind: isTurning ? 'turn' : 'move', index, before, frames: this.#desk.frames, from };
    return true;
  }

  protected override onDrag({ position, shift }: Gesture): void {
    const grip = this.#grip;
    const place = grip && position && this.#inPlane(grip.before, position);
    const middle = grip && this.#inPlane(grip.before, grip.before.centre);
    if (!grip || !place || !middle) return;
    const { kind, before, from, index } = grip;
    const [east, north] = [place[0] - from[0], place[1] - from[1]];
    // Back where it was taken: as it was, to the last digit.
    if (east === 0 && north === 0) this.#desk.setFrame(index, before);
    else if (kind === 'move') this.#move(grip, [middle[0] + east, middle[1] + north]);
    else {
      const turned = before.rotation + azimuth(middle, place) - azimuth(middle, from);
      const step = shift ? Math.round(turned / STEP) * STEP : Math.round(turned * 10) / 10;
      this.#desk.setFrame(index, { rotation: ((step % 360) + 360) % 360 });
    }
  }

  #move({ before, index }: Grip, middle: readonly [number, number]): void {
    try {
      const centre = planeAbout(this.#desk.crs!, before.centre).fromPlane(middle);
      if (Math.abs(centre[1]) < 89) this.#desk.setFrame(index, { centre });
    } catch {
      // Outside of the CRS: the frame stays where it can be drawn.
    }
  }

  protected override onUp(): void {
    const grip = this.#grip;
    if (grip && !isSamePlace(this.#desk.frames[grip.index], grip.before)) this.#before.push(grip.frames);
    this.#grip = undefined;
    this.update();
  }

  #inPlane({ centre }: DraftFrame, position: Position): [number, number] | undefined {
    const { crs, isReady } = this.#desk;
    if (!crs || !isReady) return undefined;
    try {
      return planeAbout(crs, centre).toPlane([position[0], position[1]]);
    } catch {
      return undefined;
    }
  }

  /** The topmost frame that is shown under a pixel: the active one first. */
  #frameAt(pixel: Pixel): number | undefined {
    const { rings, active, isOpen } = this.#desk;
    if (!isOpen) return undefined;
    const order = [active, ...rings.keys()];
    return order.find((n) => {
      const ring = rings[n] && this.#pixelsOf(rings[n]);
      return ring !== undefined && contains(ring, pixel);
    });
  }

  #pixelsOf(ring: FrameRing): Pixel[] | undefined {
    const pixels = ring.map(([x, y]) => this.view.toPixel([x, y])).filter((pixel) => pixel !== undefined);
    return pixels.length === ring.length ? pixels : undefined;
  }

  /** Above the middle of the upper edge of the active frame; undefined while no frames are shown. */
  #handle(): { pixel: Pixel; at: Position; foot: Position } | undefined {
    const { rings, active, isOpen } = this.#desk;
    if (!isOpen) return undefined;
    const ring = rings[active];
    const pixels = ring && this.#pixelsOf(ring);
    if (!ring || !pixels) return undefined;
    // Each side has four parts: its middle is two parts on; the lower edge begins at the ninth place.
    const [top, bottom] = [pixels[2]!, pixels[10]!];
    const long = Math.hypot(top[0] - bottom[0], top[1] - bottom[1]);
    if (!(long > 0)) return undefined;
    const pixel: Pixel = [
      top[0] + ((top[0] - bottom[0]) / long) * ARM,
      top[1] + ((top[1] - bottom[1]) / long) * ARM,
    ];
    const at = this.view.toPosition(pixel);
    return at && { pixel, at, foot: [ring[2]![0], ring[2]![1]] };
  }

  #draw(): void {
    const handle = this.#handle();
    const frame = this.#desk.frame;
    this.show(
      handle &&
        frame && {
          shapes: [{ geometry: { type: 'LineString', coordinates: [handle.foot, handle.at] }, dashed: true }],
          handles: [
            { position: frame.centre, role: 'pivot' },
            { position: handle.at, role: 'active' },
          ],
        },
    );
  }
}

function isSamePlace(a: DraftFrame | undefined, b: DraftFrame): boolean {
  return (
    a !== undefined && a.rotation === b.rotation && a.centre[0] === b.centre[0] && a.centre[1] === b.centre[1]
  );
}

/** Degrees clockwise from north. */
function azimuth(from: readonly [number, number], to: readonly [number, number]): number {
  return (Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI;
}

/** Whether a point is inside of a closed ring of pixels (even-odd rule). */
function contains(ring: readonly Pixel[], [x, y]: Pixel): boolean {
  let isInside = false;
  for (let n = 1; n < ring.length; n++) {
    const [[ax, ay], [bx, by]] = [ring[n - 1]!, ring[n]!];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside;
  }
  return isInside;
}
