import { Channel, type Point } from './point14-channel.ts';
import { RangeEncoder } from './range-encoder.ts';
import { RETURN_CONTEXTS } from './return-contexts.ts';
import { SymbolModel } from './models.ts';

const SIZE = 30;

/** A layer of a chunk, which is left out where no point differs from the one before. */
class Layer {
  readonly to = new RangeEncoder();
  changed = false;

  end(): Uint8Array {
    return this.changed ? this.to.end() : new Uint8Array(0);
  }
}

/** One chunk of points in layers, as LASzip's POINT14 of version 3 stores them. */
export class Point14Encoder {
  readonly #xy = new RangeEncoder();
  readonly #z = new RangeEncoder();
  readonly #classes = new Layer();
  readonly #flags = new Layer();
  readonly #intensities = new Layer();
  readonly #angles = new Layer();
  readonly #user = new Layer();
  readonly #sources = new Layer();
  readonly #times = new Layer();
  #first: Uint8Array | undefined;
  readonly #channels: (Channel | undefined)[] = [];
  #current = 0;

  /**
   * Returns the channel whose models the other items of the point use: in version 3 of the format that of the scanner
   * only where it changes, else the first.
   */
  add(view: DataView, at: number): number {
    const point = pointAt(view, at);
    if (!this.#first) {
      this.#first = new Uint8Array(view.buffer, view.byteOffset + at, SIZE).slice();
      this.#current = point.channel;
      this.#channels[point.channel] = new Channel(point);
      return point.channel;
    }
    return this.#code(point) ? point.channel : 0;
  }

  /** Whether the channel changes. */
  #code(point: Point): boolean {
    const { number, of } = point;
    const before = this.#channels[this.#current]!;
    const switches = point.channel !== this.#current;
    // A channel that was not seen begins where the last one is.
    const { last } = (switches && this.#channels[point.channel]) || before;
    const context =
      (before.last.number === 1 ? 1 : 0) |
      (before.last.number >= before.last.of ? 2 : 0) |
      (before.timeChanged << 2);
    const timeChange = point.high !== last.high || point.low !== last.low ? 1 : 0;
    const sourceChange = point.source !== last.source;
    const angleChange = point.angle !== last.angle;
    const more = number === (last.number + 1) % 16;
    const fewer = number === (last.number + 15) % 16;
    const other = number !== last.number && !more && !fewer;
    const changes =
      (more || other ? 1 : 0) |
      (fewer || other ? 2 : 0) |
      (of === last.of ? 0 : 4) |
      (angleChange ? 8 : 0) |
      (timeChange << 4) |
      (sourceChange ? 32 : 0) |
      (switches ? 64 : 0);
    const xy = this.#xy;
    xy.symbol(before.changes[context]!, changes);
    if (switches) {
      xy.symbol(before.channels, (point.channel - this.#current + 3) % 4);
      this.#channels[point.channel] ??= new Channel(last);
      this.#current = point.channel;
    }
    const own = this.#channels[this.#current]!;
    if (of !== last.of) xy.symbol((own.numbersOf[last.of] ??= new SymbolModel(16)), of);
    if (other) {
      if (timeChange === 1) xy.symbol((own.numbers[last.number] ??= new SymbolModel(16)), number);
      else xy.symbol(own.numberSameTime, (number - last.number - 2 + 16) % 16);
    }
    this.#codePlace(own, point, last, timeChange);
    this.#codeAttributes(own, point, last, timeChange);
    if (sourceChange) {
      this.#sources.changed = true;
      own.source.code(this.#sources.to, last.source, point.source, 0);
    }
    if (timeChange === 1) {
      this.#times.changed = true;
      own.time.code(this.#times.to, point.high, point.low);
    }
    own.timeChanged = timeChange;
    own.last = point;
    return switches;
  }

  #codePlace(own: Channel, point: Point, last: Point, timeChange: number): void {
    const { number, of } = point;
    const only = of === 1 ? 1 : 0;
    const { map, level } = RETURN_CONTEXTS;
    const context = (map[of]![number]! << 1) | timeChange;
    const dx = (point.x - last.x) | 0;
    own.dx.code(this.#xy, own.medianX[context]!.value, dx, only);
    own.medianX[context]!.add(dx);
    const dy = (point.y - last.y) | 0;
    own.dy.code(this.#xy, own.medianY[context]!.value, dy, (Math.min(own.dx.size, 20) & ~1) | only);
    own.medianY[context]!.add(dy);
    const size = Math.min((own.dx.size + own.dy.size) >> 1, 18) & ~1;
    const height = level[of]![number]!;
    own.dz.code(this.#z, own.lastZ[height]!, point.z, size | only);
    own.lastZ[height] = point.z;
  }

  #codeAttributes(own: Channel, point: Point, last: Point, timeChange: number): void {
    const { number, of } = point;
    const only = number === 1 && number >= of ? 1 : 0;
    if (point.classification !== last.classification) this.#classes.changed = true;
    const kind = only | ((last.classification & 31) << 1);
    this.#classes.to.symbol((own.classes[kind] ??= new SymbolModel(256)), point.classification);
    if (point.flags !== last.flags) this.#flags.changed = true;
    this.#flags.to.symbol((own.flags[last.flags] ??= new SymbolModel(64)), point.flags);
    const bright = timeChange | (number >= of ? 2 : 0) | (number === 1 ? 4 : 0);
    if (point.intensity !== last.intensity) this.#intensities.changed = true;
    own.intensity.code(this.#intensities.to, own.lastIntensity[bright]!, point.intensity, bright >> 1);
    own.lastIntensity[bright] = point.intensity;
    if (point.angle !== last.angle) {
      this.#angles.changed = true;
      own.angle.code(this.#angles.to, last.angle, point.angle, timeChange);
    }
    if (point.user !== last.user) this.#user.changed = true;
    this.#user.to.symbol((own.user[last.user >> 2] ??= new SymbolModel(256)), point.user);
  }

  /** The first point as it is, the layers, and layers without changes empty. */
  end(): { first: Uint8Array; layers: Uint8Array[] } {
    const others = [
      this.#classes,
      this.#flags,
      this.#intensities,
      this.#angles,
      this.#user,
      this.#sources,
      this.#times,
    ];
    return {
      first: this.#first!,
      layers: [this.#xy.end(), this.#z.end(), ...others.map((layer) => layer.end())],
    };
  }
}

function pointAt(view: DataView, at: number): Point {
  const [returns, flags] = [view.getUint8(at + 14), view.getUint8(at + 15)];
  return {
    x: view.getInt32(at, true),
    y: view.getInt32(at + 4, true),
    z: view.getInt32(at + 8, true),
    intensity: view.getUint16(at + 12, true),
    number: returns & 15,
    of: returns >> 4,
    // Edge, direction, and the four flags of the class.
    flags: ((flags >> 7) << 5) | (((flags >> 6) & 1) << 4) | (flags & 15),
    channel: (flags >> 4) & 3,
    classification: view.getUint8(at + 16),
    user: view.getUint8(at + 17),
    angle: view.getInt16(at + 18, true),
    source: view.getUint16(at + 20, true),
    low: view.getUint32(at + 22, true),
    high: view.getUint32(at + 26, true),
  };
}
